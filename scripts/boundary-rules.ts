/** One forbidden arrow. `from` and `to` are tested against paths from the repository's root, or against a package's name. */
export type BoundaryRule = {
  from: RegExp
  notFrom?: RegExp
  to: RegExp
  reason: string
  /** About a file's own chunk: types and `import()` are free. */
  chunkOnly?: boolean
}

const TEST = /\.(test|suite|fixture)\.ts$|\/test\/|\.browser\.test\.ts$/

/** The imports that each folder may have. A test may import anything of its own package and the tools it needs. */
export const BOUNDARY_RULES: BoundaryRule[] = [
  {
    from: /^packages\/protocol\/src\//,
    to: /^(@per-second\/|packages\/(?!protocol)|demo\/|e2e\/|hono|lit|@wagmi|kysely|node:)/,
    reason: 'protocol is the wire contract: it does no I/O and imports none of the other packages',
  },
  {
    from: /^packages\/protocol\/src\/(money|time|errors|types|email)\.ts$/,
    to: /^(viem|zod|packages\/protocol\/src\/(schema|terms|sign-in)\.ts)/,
    reason: "these subpaths are in the element's first chunk: no schema library, no hashing",
    chunkOnly: true,
  },
  {
    from: /^packages\/client\/src\//,
    to: /^(@per-second\/(?!protocol\/(errors|nearest-name|types)$)|packages\/(?!client)|demo\/|e2e\/)/,
    reason: "client may import only protocol's errors, types and nearest-name",
    chunkOnly: true,
  },
  {
    from: /^packages\/client\/src\//,
    notFrom: /^packages\/client\/src\/(cli\/|.*\.test\.ts$)/,
    to: /^(node:|packages\/client\/src\/cli\/)/,
    reason: 'client runs on every runtime: only its command line is for Node, and nothing imports that',
  },
  {
    from: /^packages\/authorise\/src\//,
    notFrom: /^packages\/authorise\/src\/(wallet\/fake-provider|headless\/node-modules)\.ts$/,
    to: /^(@per-second\/(?!protocol\/|contracts\/(addresses|meter-escrow-abi)$)|packages\/(?!authorise)|demo\/|e2e\/|node:|hono)/,
    reason: "authorise may import protocol, and the contract's addresses and ABI",
  },
  {
    from: /^packages\/authorise\/src\//,
    notFrom:
      /^packages\/authorise\/src\/((effects|exit|headless|wallet|signing|testing|receipt)\/|chains\/chain-in-table\.ts)/,
    to: /^(viem|@wagmi|@per-second\/(contracts|protocol\/(?!email$|money$|time$|types$)))/,
    reason:
      "the element's first chunk may import only protocol's email, money, time and types; wallets load on intent",
    chunkOnly: true,
  },
  {
    from: /^packages\/authorise\/src\//,
    notFrom: /^packages\/authorise\/src\/wallet\//,
    to: /^@wagmi/,
    reason: 'only the wallet adapter knows wagmi',
  },
  {
    from: /^packages\/authorise\/src\//,
    notFrom:
      /^packages\/authorise\/src\/((effects|exit|headless|wallet|signing|testing|receipt)\/|(checkout|wallet)-part\.ts)/,
    to: /^packages\/authorise\/src\/(effects|signing|receipt|(checkout|wallet)-part\.ts|chains\/chain-in-table\.ts|wallet\/(?!(wallet(-links)?|find-wallets)\.ts))/,
    reason: 'what asks a wallet, signs or proves is loaded on intent, by import()',
    chunkOnly: true,
  },
  {
    from: /^packages\/authorise\/src\/effects\//,
    to: /^(viem|packages\/authorise\/src\/(receipt|wallet\/(?!wallet\.ts)))/,
    reason: 'effects know the wallet as a port: its adapter, and the receipt, are loaded by import()',
    chunkOnly: true,
  },
  {
    from: /^packages\/authorise\/src\/effects\//,
    to: /^packages\/authorise\/src\/view\//,
    reason: 'effects draw nothing: they dispatch, and the card draws the state',
  },
  {
    from: /^packages\/authorise\/src\/view\//,
    to: /^packages\/authorise\/src\/(effects|service)\//,
    reason: 'templates keep nothing and ask for nothing: they send events',
  },
  {
    from: /^packages\/authorise\/src\/machine\//,
    to: /^(lit|viem|@wagmi|packages\/authorise\/src\/(service|effects|view|dom|text|wallet|signing|controller|ports|billing-authorise))/,
    reason: 'the machine is pure: it returns effects and runs none',
    chunkOnly: true,
  },
  {
    from: /^packages\/backend\/src\/domain\//,
    to: /^(hono|kysely|pg$|pino|viem|zod|node:(?!crypto$))/,
    reason: 'domain holds pure rules: no framework, no SQL, no chain client',
  },
  {
    from: /^packages\/backend\/src\/domain\/meter\/ledger\//,
    to: /^packages\/backend\/src\/(?!domain\/(entities\.ts|meter\/ledger\/))/,
    reason: 'what the log makes of a meter is computed from the log alone: no clock, nothing written',
  },
  {
    from: /^packages\/backend\/src\/(actions|http|local|presenters|routes|webhooks|worker)\//,
    to: /^(kysely|pg$|viem(?!\/utils$)|packages\/backend\/src\/(storage\/(?!storage\.ts|storage-error\.ts|outdated-rows\.ts|grouped-units\.ts|postgres\/postgres-leases\.ts)))/,
    reason: 'everybody but those who start the service knows the database as a port, and no engine',
  },
  {
    from: /^packages\/backend\/src\/(actions|http|presenters|routes)\//,
    to: /^packages\/backend\/src\/chain\/(?!chain\.ts|chain-error\.ts)/,
    reason: 'what answers requests knows the chain as a port, and no client of it',
  },
  // Its tagged markup knows no request.
  {
    from: /^packages\/backend\/src\/(?!http\/)/,
    to: /^(hono(?!\/html$)|@hono)/,
    reason: 'the framework is known where requests come in, and nowhere else',
  },
  {
    from: /^packages\/backend\/src\/storage\//,
    to: /^viem/,
    reason: 'storage keeps entities and asks no chain',
  },
  {
    from: /^packages\/backend\/src\/chain\//,
    to: /^(kysely|pg$|packages\/backend\/src\/storage\/(?!storage\.ts))/,
    reason: 'the chain is an adapter: it journals through the port of storage',
  },
  {
    from: /^packages\/backend\/src\/chain\/transport\//,
    to: /^packages\/backend\/src\/(?!observability\/|chain\/(transport\/|chain-error\.ts))/,
    reason: 'the transport carries questions and answers: it knows no escrow, no sender and no database',
  },
  {
    from: /^packages\/backend\/src\/chain\/(escrow-chain|real-chains|embedded\/.*|transport\/endpoints?)\.ts$/,
    to: /^(viem|packages\/backend\/src\/chain\/(connected-escrow|signatures|sender\/(send-|transaction-).*|transport\/chain-client)\.ts$)/,
    reason: 'the service answers before viem is loaded: what starts it loads that by import()',
    chunkOnly: true,
  },
  {
    from: /^packages\/backend\/src\/webhooks\//,
    to: /^packages\/backend\/src\/chain\//,
    reason: 'the outbox delivers what was committed: it asks no chain',
  },
  {
    from: /^packages\/contracts\/src\//,
    to: /^(@per-second\/|packages\/(?!contracts)|demo\/|e2e\/|node:)/,
    reason: 'contracts depends on nothing of ours',
  },
  {
    from: /^demo\/src\//,
    to: /^(@per-second\/(backend|contracts|bench)|packages\/)/,
    reason: 'the store uses what a merchant would: client, authorise, and the backend as a process',
  },
  {
    from: /^e2e\//,
    to: /^(@per-second\/(?!authorise\/testing$|protocol|testing)|packages\/|demo\/src\/)/,
    reason: 'flows see the page, the API and the chain, not our sources',
  },
  {
    from: /^packages\/testing\/src\//,
    to: /^(@per-second\/(?!authorise\/(headless|testing)$|client$|contracts\/|protocol\/)|packages\/(?!testing)|demo\/|e2e\/)/,
    reason: 'the test kit is a client of the service, which it starts as a process',
  },
  {
    from: /^packages\/testing\/src\//,
    notFrom: /^packages\/testing\/src\/playwright\//,
    to: /^(@playwright\/|@per-second\/authorise\/(?!headless$)|packages\/testing\/src\/playwright\/)/,
    reason: 'who tests with Vitest or plain Node has no Playwright, and no page',
  },
  {
    from: /^(?!packages\/bench\/)/,
    to: /^(@per-second\/(bench|backend)|packages\/bench\/)/,
    reason: 'nothing imports the backend or the benchmarks: they are started as processes',
  },
].map(rule => ({ notFrom: TEST, ...rule }))
