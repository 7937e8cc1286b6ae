// biome-ignore lint/performance/noBarrelFile: an entry of the package
export { AuthoriseError, type SignedDeposit } from '../errors/authorise-error.ts'
export type { MeterLimits } from './checked-limits.ts'
export { fileStore } from './file-store.ts'
export type { Meter } from './meter.ts'
export { type MeterStore, memoryStore } from './meter-store.ts'
export { type OpenMeterOptions, openMeter, resumeMeter } from './open-meter.ts'
export type { ProgramAccount } from './program-wallet.ts'
