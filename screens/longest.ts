import type { AnyRoute } from '@chaveiro/contracts/route'

import { on, type Answer } from './answers.ts'

// Generates the longest answer of a call from its contract, so that a new field of a table is
// covered at once.

/** The fields of a zod schema that the generator reads. */
type Shape = {
  _zod: {
    def: {
      type: string
      shape?: Record<string, Shape>
      element?: Shape
      innerType?: Shape
      keyType?: Shape
      valueType?: Shape
      options?: Shape[]
      out?: Shape
      entries?: Record<string, string>
      values?: unknown[]
    }
  }
  safeParse(value: unknown): { success: boolean }
}

const rows = 8
const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

/** The value of any text field without a rule of its own. */
export const sentence =
  'Tentativas repetidas de compra com cartões de outras pessoas, vistas em 2026-12-30 pela equipe'

/** Values by a field's name; the first that the field's schema accepts is used. */
const byName: readonly (readonly [RegExp, (n: number) => string])[] = [
  [/^(.*Id|id|_id)$/, uuid],
  // A list shows only the end of a key until a person reveals it.
  [/^maskedKey$/, () => '••••2026'],
  [/email/i, () => 'maria-aparecida.albuquerque@financeiro.empresa-de-exemplo.test'],
  [/number/i, (n) => `ORD-10${String(n).padStart(6, '0')}`],
  [/key|hwid|txid|reference|code/i, () => 'LICENCA-WWWWW-MMMMM-WWWWW-MMMMM-2026'],
  [/^ip|address/i, () => '2001:0db8:85a3:1234:5678:8a2e:1370:7334'],
  [/discord.*|chat.*/i, () => '1300000000000000204'],
  [
    /name|customer|author|user|actor|product|title/i,
    () => 'Maria Aparecida Albuquerque dos Santos',
  ],
  [/image|avatar|picture|logo|url/i, () => '/demo/nada.svg'],
  [/color/i, () => '#2EE6A8'],
]

const anyName = [
  sentence,
  'Maria Aparecida Albuquerque dos Santos',
  '2026-12-30T22:58:59.000Z',
  '2026-12-30',
  uuid(1),
  'f'.repeat(32),
  '#2EE6A8',
  '2026-12',
  'text/plain',
  'A',
]

const numbers = [9_999_999.99, 9_999_999, 99.99, 99, 5, 1, 0]

function longestText(shape: Shape, name: string, n: number): string {
  const fitting = byName.filter(([pattern]) => pattern.test(name)).map(([, make]) => make(n))
  const fittingText = [...fitting, ...anyName].find((text) => shape.safeParse(text).success)
  if (fittingText === undefined) throw new Error(`no text fits ${name}: screens/longest.ts`)

  return fittingText
}

type Place = { name: string; n: number; depth: number }
type Maker = (def: Shape['_zod']['def'], place: Place, shape: Shape) => unknown

const inside: Maker = (def, place) =>
  longest((def.innerType ?? def.out ?? def.options!.at(-1))!, place)

const makers: Record<string, Maker> = {
  object: (def, place) =>
    Object.fromEntries(
      Object.entries(def.shape!).map(([name, of]) => [name, longest(of, { ...place, name })]),
    ),
  array: (def, { name, n, depth }) =>
    Array.from({ length: depth === 0 ? rows : 2 }, (_, place) =>
      longest(def.element!, { name, n: depth === 0 ? place : n + place, depth: depth + 1 }),
    ),

  record(def, place) {
    const { type, entries } = def.keyType!._zod.def
    const names = type === 'enum' ? Object.values(entries!) : ['chave']

    return Object.fromEntries(
      names.map((name) => [name, longest(def.valueType!, { ...place, name })]),
    )
  },

  nullable: inside,
  optional: inside,
  default: inside,
  pipe: inside,
  union: inside,
  enum({ entries }, { n }) {
    const all = Object.values(entries!)
    return all[n % all.length]
  },
  literal: ({ values }) => values![0],
  boolean: () => true,
  null: () => null,
  number: (_def, _place, shape) => numbers.find((number) => shape.safeParse(number).success),
  string: (_def, { name, n }, shape) => longestText(shape, name, n),
}

/**
 * The longest value of a shape. The number n makes ids distinct; a list has one entry of each
 * alternative.
 */
function longest(shape: Shape, place: Place): unknown {
  const { def } = shape._zod
  const make = makers[def.type]

  return make ? make(def, place, shape) : sentence
}

const answerOf = (route: AnyRoute, n = 0): Answer =>
  on(route, longest(route.reply as unknown as Shape, { name: '', n, depth: 0 }) as never)

/** The longest answer of each of these calls, for calls that only read and do not return a file. */
export const longestAnswers = (calls: readonly AnyRoute[]): Answer[] =>
  calls
    .filter((route) => route.method === 'GET' && !('file' in route && route.file))
    .map((route) => answerOf(route))

/**
 * The longest answer of every call, changes included; calls about a single record answer with the
 * nth record.
 */
export const doneAnswers = (calls: readonly AnyRoute[], n: number): Answer[] =>
  calls
    .filter((route) => !('file' in route && route.file))
    .map((route) => answerOf(route, route.path.includes(':') ? n : 0))
