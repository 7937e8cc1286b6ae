let loading: ReturnType<typeof load> | undefined

/** viem's pure functions, loaded at their first use: the backend answers before it needs them. */
export function loadViem(): ReturnType<typeof load> {
  loading ??= load()
  return loading
}

async function load() {
  const [utils, accounts] = await Promise.all([import('viem/utils'), import('viem/accounts')])
  return { ...utils, ...accounts }
}

export type Viem = Awaited<ReturnType<typeof load>>
