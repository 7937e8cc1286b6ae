import { inject } from 'vitest'

// Read by test-database.ts, which is also used where no test runner is.
process.env.TEST_POSTGRES = inject('postgres')
