import vue from '@vitejs/plugin-vue'

/** The element is the browser's own, no component of Vue's. */
const compilerOptions = { isCustomElement: tag => tag === 'billing-authorise' }

export default { plugins: [vue({ template: { compilerOptions } })] }
