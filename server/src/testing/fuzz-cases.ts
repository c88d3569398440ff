import { z } from 'zod'

import {
  deep,
  empties,
  halves,
  huge,
  long,
  madeUp,
  nuls,
  oneOf,
  prototypes,
  ranges,
  segments,
  texts,
  unknownIds,
  wholes,
  wrongTypes,
  type Die,
  type Json,
} from './fuzz-values.ts'

// Invalid requests to the URLs of the shop: one part at a time is wrong, or the whole request.

/** A URL to fuzz: a call of a contract, a provider's webhook or a page. */
export type Target = {
  name: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The path with :names for its parameters. */
  pattern: string
  /** The URL with the ids of the sample. */
  url: string
  /** A valid body. */
  body: Json | undefined
  fields: readonly string[]
  queries: readonly string[]
  isFile: boolean
  /** Bodies for a URL that takes bytes; the first one is valid. */
  bytes?: readonly (readonly [label: string, type: string, bytes: Buffer])[]
  /** Headers that depend on the body, such as a signature. */
  sign?: (payload: string | Buffer, asker: Asker) => Sent
}

export const askers = ['nobody', 'customer', 'staff'] as const
export type Asker = (typeof askers)[number]
export type Sent = Record<string, string | string[]>

/** A request; `onWire`: it needs a real connection, for example for repeated headers. */
export type FuzzCase = {
  label: string
  method: Target['method']
  url: string
  headers: Sent
  payload?: string | Buffer
  onWire: boolean
}

const json = { 'content-type': 'application/json' }
type Kind = (target: Target, die: Die, extra: Json[string]) => Partial<FuzzCase> & { label: string }

/** Kinds of invalid requests; each URL gets every kind from every caller. */
export const kinds: Record<string, Kind> = {
  'too deep': (target, die) => wholeBodyCase(target, oneOf(die, deep), die),
  'halves of characters': (target, die) => valueCase(target, die, oneOf(die, halves)),
  NUL: (target, die) => valueCase(target, die, oneOf(die, nuls)),
  huge: (target, die) =>
    target.method !== 'GET' && die(2)
      ? wholeBodyCase(target, oneOf(die, huge), die)
      : valueCase(target, die, oneOf(die, long)),
  empty: (target, die) => valueCase(target, die, oneOf(die, empties)),
  'ids of nothing': (target, die) => unknownIdCase(target, die),
  'as it should be': (target) => validCase(target),
  'headers twice': (target, die) => repeatedHeaders(target, die),
  'a body that is not what it says': (target, die) => wrongTypeCase(target, die),
  'wrong types': (target, die) => valueCase(target, die, oneOf(die, wrongTypes)),
  'out of range': (target, die) => valueCase(target, die, oneOf(die, ranges)),
  'names twice and names of others': (target, die) => fieldCase(target, die),
  'no object': (target, die) => wholeBodyCase(target, oneOf(die, wholes), die),
  'made up': (target, die, extra) => valueCase(target, die, die(3) ? extra : oneOf(die, texts)),
}

/** Returns a function that creates a case of a kind; an equal seed gives equal cases. */
export function casesOf(seed: number): (target: Target, kind: string, die: Die) => FuzzCase {
  const pool = madeUp(seed, 300)
  return (target, kind, die) => {
    const kindCase = kinds[kind]!(target, die, oneOf(die, pool))
    return {
      method: target.method,
      url: target.url,
      headers: {},
      onWire: false,
      ...kindCase,
      label: `${kind}: ${kindCase.label}`,
    }
  }
}

/** The names of a schema's top-level fields. */
export const fieldsOf = (schema: z.ZodType): string[] =>
  Object.keys(
    ((z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json)
      .properties as Json) ?? {},
  )

const bodyless = ({ method }: Target): boolean => method === 'GET' || method === 'DELETE'

function validCase(target: Target): ReturnType<Kind> {
  if (target.bytes) return bytesOf(target.bytes[0]!)
  return target.body
    ? { label: 'all of it', headers: json, payload: JSON.stringify(target.body) }
    : { label: 'all of it' }
}

/** A request with one changed value, in the body, the query or the path. */
function valueCase(target: Target, die: Die, value: unknown): ReturnType<Kind> {
  if (target.bytes && die(3)) return bytesOf(oneOf(die, target.bytes))
  if (target.pattern.includes(':') && die(4) === 0) return addressCase(target, textOf(value))
  if (bodyless(target) || die(8) === 0) return queryCase(target, die, textOf(value))

  return bodyCase(target, die, value)
}

function bodyCase(target: Target, die: Die, value: unknown): ReturnType<Kind> {
  const places = [...target.fields.map((field) => [field]), ...placesIn(target.body)]
  const place = places.length ? oneOf(die, places) : ['x']

  return {
    label: `${place.join('.')} = ${JSON.stringify(value)?.slice(0, 120)}`,
    headers: json,
    payload: JSON.stringify(withValue(target.body ?? {}, place, value)),
  }
}

/** The paths of all values in a body. */
function placesIn(value: unknown, at: readonly string[] = []): string[][] {
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([name, inner]) => [
    [...at, name],
    ...placesIn(inner, [...at, name]),
  ])
}

function withValue(into: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value
  if (Array.isArray(into))
    return into.map((item, at) => (String(at) === name ? withValue(item, rest, value) : item))

  return { ...(into as Json), [name]: withValue((into as Json)?.[name], rest, value) }
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? 'x')

/** Text encoded for a URL; lone surrogates become the bytes that some clients send. */
const encoded = (text: string): string =>
  Array.from(text.slice(0, 4_000), (char) =>
    char.isWellFormed() ? encodeURIComponent(char) : '%ed%a0%80',
  ).join('')

function queryCase(target: Target, die: Die, text: string): ReturnType<Kind> {
  const name = oneOf(die, [...target.queries, 'x'])
  const repeatedQuery = die(4) === 0 ? `&${name}=${encoded(text)}&${name}[]=1` : ''

  return {
    label: `?${name}=${encoded(text).slice(0, 120)}${repeatedQuery && ' twice'}`,
    url: `${target.url}${target.url.includes('?') ? '&' : '?'}${name}=${encoded(text)}${repeatedQuery}`,
    ...bodyOf(target),
  }
}

function addressCase(target: Target, text: string): ReturnType<Kind> {
  const url = target.pattern.replace(/:\w+/g, () => encoded(text) || '%20')
  return { label: `address ${url.slice(0, 160)}`, url, ...bodyOf(target) }
}

function bodyOf({ body, bytes }: Target): Partial<FuzzCase> {
  if (bytes) return { headers: { 'content-type': bytes[0]![1] }, payload: bytes[0]![2] }
  return body ? { headers: json, payload: JSON.stringify(body) } : {}
}

function unknownIdCase(target: Target, die: Die): ReturnType<Kind> {
  const candidates = die(2) ? unknownIds : segments
  const places = placesIn(target.body).filter((place) => /ids?$|key$/i.test(place.at(-1)!))

  if (target.pattern.includes(':') && (!places.length || die(2))) {
    const url = target.pattern.replace(/:\w+/g, () => oneOf(die, candidates))
    return { label: `address ${url.slice(0, 160)}`, url, ...bodyOf(target) }
  }

  if (!places.length) return queryCase(target, die, oneOf(die, unknownIds))

  const place = oneOf(die, places)
  const id = oneOf(die, unknownIds)

  return {
    label: `${place.join('.')} = ${id}`,
    headers: json,
    payload: JSON.stringify(withValue(target.body, place, id)),
  }
}

/** Headers that are repeated, or that none of our clients sends. */
const strangeHeaders: readonly Sent[] = [
  { authorization: ['Bearer x', 'Bearer y'] },
  { authorization: 'Bearer ' + 'x'.repeat(4_096) },
  { authorization: 'Basic eDp5' },
  { 'content-type': ['application/json', 'text/plain'] },
  { 'content-length': ['2', '3'] },
  { 'transfer-encoding': ['chunked', 'identity'] },
  { host: ['x', 'y'] },
  { 'accept-language': ['en-US', 'pt-BR'] },
  { 'x-recaptcha-token': ['a', 'b'] },
  { 'user-agent': ['é'.repeat(2_000), 'x'] },
  { cookie: ['refreshToken=%00', 'transcripts=x; i18next=__proto__'] },
  { cookie: 'refreshToken=%; transcripts=%ff; i18next[]=1; =; ;' },
  { origin: ['null', 'http://x'] },
  { 'x-forwarded-for': ["'; drop table users", '1.2.3.4, , unknown'] },
  { 'sec-fetch-site': ['cross-site', 'none'] },
  { 'if-none-match': ['*', '"x"', 'W/'] },
  { range: ['bytes=9-1', 'bytes=0-'] },
  { 'accept-encoding': ['br;q=x', 'zstd'] },
  { expect: '100-continue' },
  { 'stripe-signature': ['t=1,v1=x', 't=2'] },
  { 'x-signature-ed25519': ['0'.repeat(128), 'x'] },
]

function repeatedHeaders(target: Target, die: Die): ReturnType<Kind> {
  const headers = oneOf(die, strangeHeaders)
  const ownRequest = bodyOf(target)

  return {
    label: Object.keys(headers).join(),
    ...ownRequest,
    headers: { ...ownRequest.headers, ...headers },
    onWire: true,
  }
}

const contentTypes = [
  'text/plain',
  'application/json; charset=utf-16',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=""',
  'image/png',
  'application/json, text/html',
  'json',
  '',
]

/** A missing body, usually with the JSON content type, or a body with a wrong type. */
function wrongTypeCase(target: Target, die: Die): ReturnType<Kind> {
  if (die(2)) {
    const type = die(3) ? 'application/json' : oneOf(die, contentTypes)
    return { label: `no body, ${type}`, headers: { 'content-type': type }, onWire: true }
  }

  const type = oneOf(die, contentTypes)
  const payload = bodyOf(target).payload ?? '{}'

  return { label: `a body, ${type || 'no type'}`, headers: { 'content-type': type }, payload }
}

/** A body with a repeated field, or with a field that must not be set. */
function fieldCase(target: Target, die: Die): ReturnType<Kind> {
  const ownBody = JSON.stringify(target.body ?? {})
  const name = oneOf(die, [...target.fields, ...Object.keys(target.body ?? {}), 'id'])
  const added = die(2) ? `${JSON.stringify(name)}:1` : oneOf(die, prototypes)
  const payload = ownBody === '{}' ? `{${added}}` : `{${added},${ownBody.slice(1)}`

  return { label: added, headers: json, payload }
}

function wholeBodyCase(
  target: Target,
  [label, payload]: readonly [string, string | Buffer],
  die: Die,
): ReturnType<Kind> {
  if (target.bytes && die(3)) return bytesOf(oneOf(die, target.bytes))
  return { label, headers: json, payload }
}

const bytesOf = ([label, type, payload]: readonly [string, string, Buffer]): ReturnType<Kind> => ({
  label,
  headers: { 'content-type': type },
  payload,
})
