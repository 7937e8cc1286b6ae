/** When a service settles, and what it asks of a meter so that its own gas is paid for; fixed at boot. Amounts in base units. */
export type BillingPolicy = {
  /** Seconds of a meter's time between scheduled settlements; how far apart the steps of an advance are follows from it, too. */
  settleEverySeconds: number
  /** A scheduled settlement of less gross is carried to the next one; the last one never is. */
  minSettlement: bigint
  /** A meter whose deposit would be less is not offered. */
  minDeposit: bigint
  /** Meters that one customer may have open at once; null for any number. */
  maxOpenMeters: number | null
  /** The cost of a meter to the operator, opened to closed, in base units of AUSD; 0 counts no gas. */
  meterCost: bigint
  /** By how many openings of a day the fees of a payer at one merchant may be behind, and those of all payers of a merchant. */
  payerAllowance: number
  gasAllowance: number
}
