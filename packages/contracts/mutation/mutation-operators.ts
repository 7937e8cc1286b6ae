import { type AstNode, childOf, childrenOf, type Place, spanOf } from './solidity-ast.ts'

/** A replacement of the bytes from `start` up to `end`. */
export type Edit = { operator: string; start: number; end: number; replacement: string }

/** The source's bytes and the members of each struct and enum by id. An operator may read them besides the node. */
export type Source = { bytes: Buffer; declarations: ReadonlyMap<number, AstNode> }

type Operator = (place: Place, source: Source) => Edit[]

const SYMBOLS: Record<string, { operator: string; others: string[] }> = {
  '<': { operator: 'relational', others: ['<=', '>='] },
  '<=': { operator: 'relational', others: ['<', '>'] },
  '>': { operator: 'relational', others: ['>=', '<='] },
  '>=': { operator: 'relational', others: ['>', '<'] },
  '==': { operator: 'relational', others: ['!='] },
  '!=': { operator: 'relational', others: ['=='] },
  '+': { operator: 'arithmetic', others: ['-'] },
  '-': { operator: 'arithmetic', others: ['+'] },
  '*': { operator: 'arithmetic', others: ['/'] },
  '/': { operator: 'arithmetic', others: ['*'] },
  '&&': { operator: 'logical', others: ['||'] },
  '||': { operator: 'logical', others: ['&&'] },
}

const SELF = /^(msg\.sender|block\.timestamp)$/

/** All operators. Each returns the possible replacements for one node of the tree. */
export const MUTATION_OPERATORS: readonly Operator[] = [
  function swapSymbol({ node }, source) {
    const symbol = node.nodeType === 'BinaryOperation' ? SYMBOLS[node.operator ?? ''] : undefined
    if (symbol === undefined) return []
    const from = spanOf(childOf(node, 'leftExpression')).end
    const start = source.bytes.indexOf(node.operator ?? '', from)
    const end = start + (node.operator ?? '').length
    return symbol.others.map(replacement => ({ operator: symbol.operator, start, end, replacement }))
  },

  function keepOneSide({ node }, source) {
    if (node.nodeType !== 'BinaryOperation' || !['&&', '||'].includes(node.operator ?? '')) return []
    return [childOf(node, 'leftExpression'), childOf(node, 'rightExpression')].map(side =>
      replace(node, 'logical', textOf(side, source)),
    )
  },

  function dropNegation({ node }, source) {
    if (node.nodeType !== 'UnaryOperation' || node.operator !== '!') return []
    return [replace(node, 'negation', textOf(childOf(node, 'subExpression'), source))]
  },

  function fixCondition({ node }, source) {
    if (node.nodeType === 'IfStatement')
      return ['true', 'false'].map(value => replace(childOf(node, 'condition'), 'condition', value))
    if (node.nodeType === 'ForStatement') return [replace(childOf(node, 'condition'), 'condition', 'false')]
    if (node.nodeType !== 'Conditional') return []
    return ['trueExpression', 'falseExpression'].map(side =>
      replace(node, 'condition', textOf(childOf(node, side), source)),
    )
  },

  function moveConstant({ node }, source) {
    if (node.nodeType === 'YulLiteral')
      return [32, -32].map(by => replace(node, 'constant', `${Number(node.value) + by}`))
    if (node.nodeType !== 'Literal') return []
    const text = textOf(node, source)
    if (node.kind === 'number')
      return ['+', '-'].map(sign => replace(node, 'constant', `(${text} ${sign} 1)`))
    if (node.kind === 'bool') return [replace(node, 'constant', text === 'true' ? 'false' : 'true')]
    if (node.kind === 'hexString') return [replace(node, 'constant', 'hex"1900"')]
    return [replace(node, 'constant', `${text.slice(0, -1)}~"`)]
  },

  function deleteStatement({ node }, source) {
    if (!['ExpressionStatement', 'EmitStatement', 'Return', 'Continue'].includes(node.nodeType)) return []
    const { start, end } = spanOf(node)
    const semicolon = source.bytes.indexOf(';', end)
    return [{ operator: 'deletion', start, end: semicolon + 1, replacement: '{}' }]
  },

  function dropModifier({ node }) {
    return node.nodeType === 'ModifierInvocation' ? [replace(node, 'modifier', '')] : []
  },

  function swapArguments({ node }, source) {
    if (node.nodeType !== 'FunctionCall') return []
    const args = childrenOf(node, 'arguments')
    return args.slice(1).flatMap((right, index) => {
      const left = args[index] as AstNode
      if (typeOf(left) !== typeOf(right) || textOf(left, source) === textOf(right, source)) return []
      const between = source.bytes.subarray(spanOf(left).end, spanOf(right).start).toString()
      const replacement = textOf(right, source) + between + textOf(left, source)
      return [{ operator: 'arguments', start: spanOf(left).start, end: spanOf(right).end, replacement }]
    })
  },

  function swapAssignment({ node }, source) {
    if (node.nodeType !== 'Assignment' || node.operator !== '+=') return []
    const start = source.bytes.indexOf('+=', spanOf(childOf(node, 'leftHandSide')).end)
    return ['-=', '='].map(replacement => ({ operator: 'assignment', start, end: start + 2, replacement }))
  },

  function swapMember({ node }, source) {
    if (node.nodeType !== 'MemberAccess' || node.referencedDeclaration === undefined) return []
    const member = source.declarations.get(node.referencedDeclaration)
    if (member === undefined) return []
    const { end } = spanOf(node)
    const start = end - Buffer.byteLength(node.memberName ?? '')
    return othersLike(member, source).map(name => ({ operator: 'member', start, end, replacement: name }))
  },

  function swapGlobal({ node }, source) {
    const text = node.nodeType === 'MemberAccess' ? textOf(node, source) : ''
    if (!SELF.test(text)) return []
    const others = text === 'msg.sender' ? ['tx.origin'] : ['(block.timestamp + 1)', '(block.timestamp - 1)']
    return others.map(replacement => replace(node, 'global', replacement))
  },
]

/** Names of the members that could stand in this one's place: all of an enum's, or those of the same type of a struct's. */
function othersLike(member: AstNode, { declarations }: Source): string[] {
  return [...declarations.values()]
    .filter(other => other.owner === member.owner && other !== member)
    .filter(other => typeOf(other) === typeOf(member))
    .map(other => other.name ?? '')
}

function replace(node: AstNode, operator: string, replacement: string): Edit {
  return { operator, ...spanOf(node), replacement }
}

function textOf(node: AstNode, { bytes }: Source): string {
  const { start, end } = spanOf(node)
  return bytes.subarray(start, end).toString()
}

function typeOf(node: AstNode): string | undefined {
  return node.typeDescriptions?.typeString
}
