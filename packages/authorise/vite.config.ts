import { defineConfig, type Plugin } from 'vite'

/** One module that registers the element; its chunks lie beside it and are loaded by relative URL. No third party, no source map. */
export default defineConfig({
  base: './',
  publicDir: false,
  resolve: { conditions: ['@per-second/source', 'module', 'browser', 'production'] },
  define: { 'process.env.NODE_ENV': '"production"' },
  plugins: [tightStyles()],
  build: {
    outDir: 'cdn',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: false,
    reportCompressedSize: false,
    lib: { entry: { 'billing-authorise': 'src/define.ts' }, formats: ['es'] },
    rolldownOptions: {
      output: {
        minify: true,
        entryFileNames: '[name].js',
        chunkFileNames: 'billing-authorise-[name]-[hash].js',
      },
    },
  },
})

/** Minifiers leave template literals alone; white space is a quarter of the style sheets and a third of the templates. */
function tightStyles(): Plugin {
  return {
    name: 'tight-styles',
    transform(code, id) {
      if (id.includes('/src/styles/')) return code.replace(/\n\s+/g, '\n')
      if (id.includes('/src/view/')) return code.replace(/\n\s+/g, '\n')
      return null
    },
  }
}
