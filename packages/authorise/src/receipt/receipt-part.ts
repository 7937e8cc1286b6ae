// biome-ignore lint/performance/noBarrelFile: what loads as one when the subscriber wants the receipt
export { printReceipt, receiptRows } from './print-receipt.ts'
export { readClosing } from './read-closing.ts'
export { receiptOf } from './receipt-of.ts'
