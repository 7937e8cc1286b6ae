import shared from '../playwright.config.ts'

/** A shop is installed and built, which takes longer than a flow. */
export default { ...shared, testDir: '.', outputDir: '../../test-results', timeout: 300_000 }
