import shared from '../playwright.config.ts'

/** As many workers as a merchant's machine may have, each with a backend of its own, on any machine. */
export default {
  ...shared,
  testDir: undefined,
  outputDir: '../../test-results',
  workers: 4,
  fullyParallel: true,
  projects: [
    { name: 'kit', testDir: '.' },
    { name: 'examples', testDir: '../../packages/testing/examples', testMatch: '*.spec.ts' },
  ],
}
