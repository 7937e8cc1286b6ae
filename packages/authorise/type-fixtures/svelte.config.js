// biome-ignore lint/style/noDefaultExport: read by the Svelte checker
export default {}
