/** One forbidden arrow. `from` and `to` are tested against paths from the repository's root, or against a package's name. */
export type BoundaryRule = { from: RegExp; notFrom?: RegExp; to: RegExp; reason: string; typesToo: boolean }

const TEST = /\.(test|suite|fixture)\.ts$|\/test\/|\.browser\.test\.ts$/

/** Which folder may import what. A test may import anything of its own package and the tools it needs. */
export const BOUNDARY_RULES: BoundaryRule[] = [
  {
    from: /^packages\/protocol\/src\//,
    to: /^(@per-second\/|packages\/(?!protocol)|demo\/|e2e\/|hono|lit|@wagmi|kysely|node:)/,
    reason: 'protocol is the wire contract: it does no I/O and imports none of the other packages',
    typesToo: true,
  },
  {
    from: /^packages\/protocol\/src\/(money|time|errors|types)\.ts$/,
    to: /^(viem|zod|packages\/protocol\/src\/(schema|terms|sign-in)\.ts)/,
    reason: "these subpaths are in the element's first chunk: no schema library, no hashing",
    typesToo: false,
  },
  {
    from: /^packages\/client\/src\//,
    to: /^(@per-second\/(?!protocol\/(errors|types)$)|packages\/(?!client)|demo\/|e2e\/|node:)/,
    reason: "client runs on every runtime and may import only protocol's errors and types",
    typesToo: false,
  },
  {
    from: /^packages\/authorise\/src\//,
    to: /^(@per-second\/(?!protocol\/|contracts\/(addresses|meter-escrow-abi)$)|packages\/(?!authorise)|demo\/|e2e\/|node:|hono)/,
    reason: "authorise may import protocol, and the contract's addresses and ABI",
    typesToo: true,
  },
  {
    from: /^packages\/authorise\/src\//,
    notFrom: /^packages\/authorise\/src\/(effects|wallet|signing|testing|receipt)\//,
    to: /^(viem|@wagmi|@per-second\/(contracts|protocol\/(?!money$|time$|types$)))/,
    reason:
      "the element's first chunk may import only protocol's money, time and types; wallets load on intent",
    typesToo: false,
  },
  {
    from: /^packages\/authorise\/src\//,
    notFrom: /^packages\/authorise\/src\/wallet\//,
    to: /^@wagmi/,
    reason: 'only the wallet adapter knows wagmi',
    typesToo: true,
  },
  {
    from: /^packages\/authorise\/src\//,
    notFrom: /^packages\/authorise\/src\/(effects|wallet|signing|testing|receipt)\//,
    to: /^packages\/authorise\/src\/(effects|signing|receipt|wallet\/(?!wallet(-links)?\.ts))/,
    reason: 'what asks a wallet, signs or proves is loaded on intent, by import()',
    typesToo: false,
  },
  {
    from: /^packages\/authorise\/src\/effects\//,
    to: /^(viem|packages\/authorise\/src\/(receipt|wallet\/(?!wallet\.ts)))/,
    reason: 'effects know the wallet as a port: its adapter, and the receipt, are loaded by import()',
    typesToo: false,
  },
  {
    from: /^packages\/authorise\/src\/effects\//,
    to: /^packages\/authorise\/src\/view\//,
    reason: 'effects draw nothing: they dispatch, and the card draws the state',
    typesToo: true,
  },
  {
    from: /^packages\/authorise\/src\/view\//,
    to: /^packages\/authorise\/src\/(effects|service)\//,
    reason: 'templates keep nothing and ask for nothing: they send events',
    typesToo: true,
  },
  {
    from: /^packages\/authorise\/src\/machine\//,
    to: /^(lit|viem|@wagmi|packages\/authorise\/src\/(service|effects|view|dom|text|wallet|signing|controller|ports|billing-authorise))/,
    reason: 'the machine is pure: it returns effects and runs none',
    typesToo: false,
  },
  {
    from: /^packages\/backend\/src\/domain\//,
    to: /^(hono|kysely|pg$|pino|viem(?!\/utils$)|node:(?!crypto$)|packages\/backend\/src\/(routes|http|worker|storage|chain|openapi|main))/,
    reason: 'domain holds rules: no framework, no SQL, no chain client; storage and chain are passed in',
    typesToo: false,
  },
  {
    from: /^packages\/backend\/src\/(routes|http)\//,
    to: /^(kysely|pg$|viem|packages\/backend\/src\/storage\/(?!storage\.ts)|packages\/backend\/src\/chain\/(?!chain\.ts|chain-error\.ts))/,
    reason: 'routes and what is around them know ports, never a database or a chain client',
    typesToo: false,
  },
  {
    from: /^packages\/backend\/src\/storage\//,
    to: /^(hono|viem|packages\/backend\/src\/(routes|http|worker|chain|presenters))/,
    reason: 'storage keeps entities and knows nothing above them',
    typesToo: true,
  },
  {
    from: /^packages\/backend\/src\/worker\//,
    to: /^(hono|kysely|pg$|viem|packages\/backend\/src\/(cli|http|openapi|presenters|routes|start-))/,
    reason: 'the worker is led and moved by those who start it: it answers no requests and knows no engine',
    typesToo: true,
  },
  {
    from: /^packages\/backend\/src\/domain\/ledger\/(read-log|project-invoices)\.ts$/,
    to: /^packages\/backend\/src\/(?!domain\/(entities|ledger\/))/,
    reason:
      'what the log makes of a meter is computed from the log alone: no storage, no clock, no presenter',
    typesToo: true,
  },
  {
    from: /^packages\/backend\/src\/chain\//,
    to: /^(hono|kysely|pg$|packages\/backend\/src\/(routes|http|worker|webhooks|presenters|openapi|cli|storage\/(?!storage\.ts)))/,
    reason: 'the chain is an adapter: it journals through the port of storage and knows nothing above it',
    typesToo: true,
  },
  {
    from: /^packages\/backend\/src\/chain\/transport\//,
    to: /^packages\/backend\/src\/(?!observability\/|chain\/(transport\/|chain-error\.ts))/,
    reason: 'the transport carries questions and answers: it knows no escrow, no sender and no database',
    typesToo: true,
  },
  {
    from: /^packages\/backend\/src\/presenters\//,
    to: /^(hono|kysely|pg$|viem|node:|packages\/backend\/src\/(routes|http|worker|webhooks|chain|storage\/(?!storage\.ts)))/,
    reason: 'presenters turn entities into the wire, and do nothing',
    typesToo: false,
  },
  {
    from: /^packages\/backend\/src\/webhooks\//,
    to: /^(hono|kysely|pg$|viem|packages\/backend\/src\/(routes|http|worker|chain|openapi|cli|storage\/(?!storage\.ts)))/,
    reason: 'the outbox delivers what was committed: it answers no requests and asks no chain',
    typesToo: true,
  },
  {
    from: /^packages\/contracts\/src\//,
    to: /^(@per-second\/|packages\/(?!contracts)|demo\/|e2e\/|node:)/,
    reason: 'contracts depends on nothing of ours',
    typesToo: true,
  },
  {
    from: /^demo\/src\//,
    to: /^(@per-second\/(backend|contracts|bench)|packages\/)/,
    reason: 'the store uses what a merchant would: client, authorise, and the backend as a process',
    typesToo: true,
  },
  {
    from: /^e2e\//,
    to: /^(@per-second\/(?!client|contracts|protocol)|packages\/|demo\/src\/)/,
    reason: 'flows see the page, the API and the chain, not our sources',
    typesToo: true,
  },
  {
    from: /^(?!packages\/bench\/)/,
    to: /^(@per-second\/(bench|backend)|packages\/bench\/)/,
    reason: 'nothing imports the backend or the benchmarks: they are started as processes',
    typesToo: true,
  },
].map(rule => ({ notFrom: TEST, ...rule }))
