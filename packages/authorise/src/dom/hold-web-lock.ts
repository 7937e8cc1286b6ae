import { AuthoriseError } from '../errors/authorise-error.ts'

/** Long enough for this tab's own earlier work to let go, too short for a person to wonder. */
const PATIENCE_MS = 1_000

/**
 * Does the work while no other tab of this origin does work of the same name (Web Locks). A browser without them, or that refuses
 * them, works without: then it is not alone.
 *
 * @throws {AuthoriseError} `asked_in_other_tab` while another tab is at it
 */
export async function holdWebLock<T>(
  locks: LockManager | undefined,
  name: string,
  work: (isAlone: boolean) => Promise<T>,
): Promise<T> {
  if (!locks) return work(false)
  let begun = false
  let patience: AbortSignal | null = null
  const begin = () => {
    begun = true
    return work(true)
  }
  try {
    // Without a deadline: a busy browser may be slow to grant a free lock, and no other tab is to blame for that.
    const done = await locks.request(name, { ifAvailable: true }, async lock =>
      lock ? { answer: await begin() } : null,
    )
    if (done) return done.answer
    patience = AbortSignal.timeout(PATIENCE_MS)
    return await locks.request(name, { signal: patience }, begin)
  } catch (cause) {
    // Frames and settings that refuse storage refuse locks, too.
    if (!begun && cause instanceof DOMException && cause.name === 'SecurityError') return work(false)
    if (begun || !patience?.aborted) throw cause
    throw new AuthoriseError('asked_in_other_tab', 'Another tab of this page is asking the wallet.', {
      cause,
    })
  }
}
