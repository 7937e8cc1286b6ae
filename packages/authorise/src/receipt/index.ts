export type { Receipt, ReceiptFacts } from './receipt.ts'
// biome-ignore lint/performance/noBarrelFile: an entry of the package
export { type ReceiptProblem, type ReceiptVerdict, verifyReceipt } from './verify-receipt.ts'
