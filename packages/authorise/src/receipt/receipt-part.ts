// biome-ignore lint/performance/noBarrelFile: what loads as one when somebody wants the receipt
export { readTransactions } from './read-transactions.ts'
export { receiptFile } from './receipt-file.ts'
