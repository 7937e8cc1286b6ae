import '@per-second/authorise/define'
import { createApp } from 'vue'
import GpuShop from './gpu-shop.vue'

createApp(GpuShop).mount('#app')
