/** A node of solc's AST, as far as mutations look at it. `src` is "offset:length:file", in bytes. */
export type AstNode = {
  nodeType: string
  src: string
  id?: number
  name?: string
  operator?: string
  kind?: string
  value?: string
  memberName?: string
  referencedDeclaration?: number
  typeDescriptions?: { typeString?: string }
  [child: string]: unknown
}

/** A node with the ones around it, outermost first. */
export type Place = { node: AstNode; parents: readonly AstNode[] }

/** Every node below `root`, each with its parents, in the order of the source's tree. */
export function* placesBelow(root: AstNode, parents: readonly AstNode[] = []): Generator<Place> {
  yield { node: root, parents }
  for (const child of Object.values(root)) {
    for (const node of Array.isArray(child) ? child : [child]) {
      if (isNode(node)) yield* placesBelow(node, [...parents, root])
    }
  }
}

function isNode(value: unknown): value is AstNode {
  return typeof value === 'object' && value !== null && 'nodeType' in value && 'src' in value
}

/** First byte of the node, and the one after its last. */
export function spanOf(node: AstNode): { start: number; end: number } {
  const [start = 0, length = 0] = node.src.split(':').map(Number)
  return { start, end: start + length }
}

/** The node under a property that the AST always has. */
export function childOf(node: AstNode, property: string): AstNode {
  const child = node[property]
  if (!isNode(child)) throw new Error(`${node.nodeType} has no ${property}`)
  return child
}

/** The nodes of a list that the AST always has, without the holes of omitted ones. */
export function childrenOf(node: AstNode, property: string): AstNode[] {
  const children = node[property]
  return Array.isArray(children) ? children.filter(isNode) : []
}
