import { DiscordRefusal, invalidForm, type FormError } from './errors.ts'
import { isSnowflake } from './ids.ts'
import type { Json } from './model.ts'
import { readMultipart, type UploadedFile } from './multipart.ts'

/** A position in a JSON body. */
export type Path = readonly (string | number)[]

/** Reads a JSON body as Discord does: collects all errors and refuses them together with 50035. */
export class Form {
  private readonly found: FormError[] = []

  fail(path: Path, code: string, message: string): void {
    this.found.push({ path, code, message })
  }

  done(): void {
    if (this.found.length > 0) throw invalidForm(this.found)
  }

  /**
   * An object with only these fields. Discord ignores unknown fields, so a misspelt
   * `allowed_mentions` would notify everyone; the sandbox refuses it.
   */
  object(value: unknown, path: Path, known: readonly string[]): Json {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      this.fail(path, 'DICT_TYPE_CONVERT', 'Only dictionaries may be used in a DictType')
      return {}
    }

    for (const name of Object.keys(value))
      if (!known.includes(name))
        this.fail([...path, name], 'UNKNOWN_FIELD', `Unknown field: ${name}`)

    return value as Json
  }

  list(value: unknown, path: Path, most: number): unknown[] {
    if (value === undefined || value === null) return []

    if (!Array.isArray(value)) {
      this.fail(path, 'LIST_TYPE_CONVERT', 'Only iterables may be used in a ListType')
      return []
    }

    if (value.length > most)
      this.fail(path, 'BASE_TYPE_MAX_LENGTH', `Must be ${most} or fewer in length.`)

    return value
  }

  text(value: unknown, path: Path, most: number, least = 0): string {
    if (value === undefined || value === null) {
      if (least > 0) this.fail(path, 'BASE_TYPE_REQUIRED', 'This field is required')
      return ''
    }

    if (typeof value !== 'string') {
      this.fail(path, 'STRING_TYPE_CONVERT', 'Could not interpret value as string.')
      return ''
    }

    if (value.length > most || value.length < least)
      this.fail(
        path,
        'BASE_TYPE_BAD_LENGTH',
        least > 0
          ? `Must be between ${least} and ${most} in length.`
          : `Must be ${most} or fewer in length.`,
      )

    return value
  }

  whole(value: unknown, path: Path, allowed?: (number: number) => boolean): number | undefined {
    if (value === undefined || value === null) return undefined

    if (typeof value !== 'number' || !Number.isInteger(value))
      this.fail(path, 'NUMBER_TYPE_COERCE', `Value "${String(value)}" is not int.`)
    else if (allowed && !allowed(value))
      this.fail(path, 'BASE_TYPE_CHOICES', `Value ${value} is not allowed here.`)

    return Number(value)
  }

  id(value: unknown, path: Path): string | undefined {
    if (value === undefined || value === null) return undefined

    if (!isSnowflake(value))
      this.fail(path, 'NUMBER_TYPE_COERCE', `Value "${String(value)}" is not snowflake.`)

    return String(value)
  }

  url(value: unknown, path: Path): void {
    if (
      value !== undefined &&
      value !== null &&
      !(typeof value === 'string' && /^(https?|discord):\/\/[^\s]+$/.test(value))
    )
      this.fail(path, 'URL_TYPE_INVALID_URL', 'Not a well formed URL.')
  }
}

/** The content of a call: an object, and the files of a multipart form. */
export type Sent = { fields: unknown; files: ReadonlyMap<string, UploadedFile> }

/** A call's body; content type and syntax are checked first. */
export function readBody(body: unknown, contentType = ''): Sent {
  if (typeof body !== 'string' || body === '') return { fields: {}, files: new Map() }
  if (contentType.startsWith('multipart/form-data')) return readMultipart(body, contentType)

  if (!contentType.startsWith('application/json'))
    throw invalidForm([
      {
        path: [],
        code: 'CONTENT_TYPE_INVALID',
        message:
          'Expected "Content-Type" header to be one of ' +
          "{'application/json', 'multipart/form-data'}.",
      },
    ])

  try {
    return { fields: JSON.parse(body), files: new Map() }
  } catch {
    throw new DiscordRefusal(400, 50109, 'The request body contains invalid JSON.')
  }
}
