import { verifyReceipt } from '@per-second/authorise/receipt'

/** The faults of a receipt, in words. None if its payer signed it and every figure agrees. */
export async function problemsOf(file: Blob): Promise<string[]> {
  const { ok, signature, problems } = await verifyReceipt(JSON.parse(await file.text()))
  if (ok && signature === 'valid') return []
  return [`signature ${signature}`, ...problems.map(({ field, message }) => `${field} ${message}`)]
}
