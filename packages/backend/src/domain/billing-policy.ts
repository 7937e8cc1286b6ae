/**
 * When a service settles, its fee, and its demands on a meter so that its own gas is paid for. Fixed at boot. Amounts in
 * base units.
 */
export type BillingPolicy = {
  /** Basis points of every settlement that go to the fee recipient. */
  feeBps: number
  /** Seconds of a meter's time between scheduled settlements. The steps of an advance follow from it, too. */
  settleEverySeconds: number
  /** A scheduled settlement of less gross is carried to the next one. The last settlement never is. */
  minSettlement: bigint
  /** A meter whose deposit would be less is not offered. */
  minDeposit: bigint
  /** Meters that one customer may have open at once, or null for any number. */
  maxOpenMeters: number | null
  /** The cost of a meter to the operator, opened to closed, in base units of AUSD. The value 0 counts no gas. */
  meterCost: bigint
  /**
   * The allowance in openings of a day: so far may the fees of a payer at one merchant be behind, and those of all
   * payers of a merchant.
   */
  payerAllowance: number
  gasAllowance: number
}
