import type { DemoLine } from './demo-process.ts'

/** Moves the service's clock, and the chain's with it. The browser's stays where it is. */
export async function advanceClock({ backend }: DemoLine, seconds: number): Promise<void> {
  const response = await fetch(`${backend.url}/v1/test_helpers/clock/advance`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${backend.merchant.test_key}` },
    body: JSON.stringify({ seconds }),
  })
  if (!response.ok) throw new Error(`The clock was not advanced: ${await response.text()}`)
}
