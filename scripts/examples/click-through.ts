import type { Browser } from 'playwright'

/**
 * A subscriber's way through an example, with the test wallet that its page brings: fill it, authorise, see the meter
 * run, stop it, see the cost.
 *
 * @param picture the file for a picture of the page at the end
 * @throws when a step does not come, or the page complains
 */
export async function clickThrough(browser: Browser, url: string, picture: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1_000, height: 900 } })
  const complaints: string[] = []
  page.on('pageerror', error => complaints.push(String(error)))
  page.on('console', message => message.type() === 'error' && complaints.push(message.text()))
  try {
    await page.goto(url)
    await page.getByRole('button', { name: 'Get 100 test AUSD' }).click()
    await page.getByRole('button', { name: '100 test AUSD arrived' }).waitFor()
    const element = page.locator('billing-authorise')
    const primary = element.locator('[part~="action"] [part~="button"]')
    const email = element.locator('[part~="email"]')
    const wallet = element.locator('[part~="wallet"]').first()
    await primary.click()
    await email.or(wallet).first().waitFor()
    if (await wallet.isVisible()) await wallet.click()
    await email.fill('ada@example.com')
    await primary.click()
    await page.waitForURL(/session=cs_/)
    await element.getByText('Running').waitFor()
    await element.getByRole('button', { name: 'Stop', exact: true }).click()
    await element.getByRole('button', { name: 'Stop now' }).click()
    await element.getByText('Charged').first().waitFor()
    await page.screenshot({ path: picture, fullPage: true })
    if (complaints.length > 0) throw new Error(`The page complained:\n${complaints.join('\n')}`)
  } catch (error) {
    await page.screenshot({ path: picture, fullPage: true }).catch(() => {})
    throw error
  } finally {
    await page.close()
  }
}
