import { notPlayed } from './errors.ts'
import type { Form, Path } from './form.ts'
import type { Json } from './model.ts'

const ROW = 1
export const BUTTON = 2
export const SELECT = 3
const INPUT = 4
export const LABEL = 18
const LINK = 5

/** Component types of version 2: sections, texts, pictures, files, lines and containers. */
const V2 = [9, 10, 11, 12, 13, 14, 17]

/** The state of a read: the form that collects errors, and the custom ids so far. */
type Reading = { form: Form; seen: Set<string> }

/**
 * Check the rows of a message: at most five, each with up to five buttons or one select; custom ids
 * are unique.
 */
export function readComponents(form: Form, value: unknown): Json[] {
  const reading: Reading = { form, seen: new Set() }
  return form.list(value, ['components'], 5).map((raw, index) => {
    const path = ['components', index]
    const type = (raw as Json | null)?.['type']
    if (V2.includes(Number(type))) throw notPlayed(`components v2 (type ${String(type)})`)

    const row = form.object(raw, path, ['type', 'id', 'components'])

    if (row['type'] !== ROW)
      form.fail(
        [...path, 'type'],
        'BASE_TYPE_CHOICES',
        'Value of field "type" must be one of (1,).',
      )

    const inner = form.list(row['components'], [...path, 'components'], 5)

    if (inner.length === 0)
      form.fail(
        [...path, 'components'],
        'BASE_TYPE_BAD_LENGTH',
        'Must be between 1 and 5 in length.',
      )

    if (inner.length > 1 && inner.some((one) => (one as Json | null)?.['type'] === SELECT))
      form.fail(
        [...path, 'components'],
        'COMPONENT_LAYOUT_WIDTH_EXCEEDED',
        'The specified component exceeds the maximum width',
      )

    return {
      ...row,
      components: inner.map((one, place) =>
        readPressable(reading, one, [...path, 'components', place]),
      ),
    }
  })
}

function readPressable(reading: Reading, raw: unknown, path: Path): Json {
  const { form } = reading
  const type = (raw as Json | null)?.['type']

  if (type === BUTTON)
    return readButton(
      reading,
      form.object(raw, path, [
        'type',
        'id',
        'style',
        'label',
        'emoji',
        'custom_id',
        'url',
        'disabled',
      ]),
      path,
    )

  if (type === SELECT) {
    const select = form.object(raw, path, [
      'type',
      'id',
      'custom_id',
      'options',
      'placeholder',
      'min_values',
      'max_values',
      'disabled',
    ])

    customId(reading, select, path)
    form.text(select['placeholder'], [...path, 'placeholder'], 150)
    const options = form.list(select['options'], [...path, 'options'], 25)
    if (options.length === 0)
      form.fail([...path, 'options'], 'BASE_TYPE_BAD_LENGTH', 'Must be between 1 and 25 in length.')

    const values = options.map((one, index) => {
      const option = form.object(
        one,
        [...path, 'options', index],
        ['label', 'value', 'description', 'emoji', 'default'],
      )

      form.text(option['label'], [...path, 'options', index, 'label'], 100, 1)
      form.text(option['description'], [...path, 'options', index, 'description'], 100)

      return form.text(option['value'], [...path, 'options', index, 'value'], 100, 1)
    })

    if (new Set(values).size !== values.length)
      form.fail(
        [...path, 'options'],
        'SELECT_COMPONENT_OPTION_VALUE_DUPLICATED',
        'The specified option value is already used',
      )

    return select
  }

  form.fail([...path, 'type'], 'BASE_TYPE_CHOICES', 'Value of field "type" must be one of (2, 3).')

  return {}
}

function readButton(reading: Reading, button: Json, path: Path): Json {
  const { form } = reading

  const style = form.whole(
    button['style'],
    [...path, 'style'],
    (number) => number >= 1 && number <= LINK,
  )

  if (style === undefined)
    form.fail([...path, 'style'], 'BASE_TYPE_REQUIRED', 'This field is required')
  form.text(button['label'], [...path, 'label'], 80)
  if (!button['label'] && !button['emoji'])
    form.fail(path, 'BUTTON_COMPONENT_LABEL_REQUIRED', 'A button must have a label or an emoji')

  if (style === LINK) {
    if (button['url'] === undefined || button['custom_id'] !== undefined)
      form.fail(path, 'BUTTON_COMPONENT_INVALID_URL', 'A link button has a url and no custom id')
    form.text(button['url'], [...path, 'url'], 512)
    form.url(button['url'], [...path, 'url'])
  } else {
    if (button['url'] !== undefined)
      form.fail(
        path,
        'BUTTON_COMPONENT_CUSTOM_ID_REQUIRED',
        'A custom id and url cannot both be specified',
      )
    customId(reading, button, path)
  }

  return button
}

/** Check a modal: title, custom id and one to five text inputs, in rows or in labels. */
export function readModal(form: Form, value: unknown): Json {
  const modal = form.object(value, ['data'], ['custom_id', 'title', 'components'])
  form.text(modal['title'], ['data', 'title'], 45, 1)
  form.text(modal['custom_id'], ['data', 'custom_id'], 100, 1)
  const reading: Reading = { form, seen: new Set() }
  const rows = form.list(modal['components'], ['data', 'components'], 5)
  if (rows.length === 0)
    form.fail(['data', 'components'], 'BASE_TYPE_BAD_LENGTH', 'Must be between 1 and 5 in length.')

  for (const [index, raw] of rows.entries()) {
    const path = ['data', 'components', index]

    const row = form.object(raw, path, [
      'type',
      'id',
      'components',
      'label',
      'description',
      'component',
    ])

    const labelled = row['type'] === LABEL

    if (labelled) form.text(row['label'], [...path, 'label'], 45, 1)
    else if (row['type'] !== ROW)
      form.fail(
        [...path, 'type'],
        'BASE_TYPE_CHOICES',
        'Value of field "type" must be one of (1, 18).',
      )

    const inner = labelled
      ? [row['component']]
      : form.list(row['components'], [...path, 'components'], 1)
    for (const one of inner) readInput(reading, one, [...path, 'components', 0], labelled)
  }

  return modal
}

function readInput(reading: Reading, raw: unknown, path: Path, labelled: boolean): void {
  const { form } = reading

  const input = form.object(raw, path, [
    'type',
    'id',
    'custom_id',
    'style',
    'label',
    'min_length',
    'max_length',
    'required',
    'value',
    'placeholder',
  ])

  if (input['type'] !== INPUT)
    form.fail([...path, 'type'], 'BASE_TYPE_CHOICES', 'Value of field "type" must be one of (4,).')

  if (
    form.whole(input['style'], [...path, 'style'], (number) => number === 1 || number === 2) ===
    undefined
  )
    form.fail([...path, 'style'], 'BASE_TYPE_REQUIRED', 'This field is required')

  if (!labelled) form.text(input['label'], [...path, 'label'], 45, 1)
  form.text(input['placeholder'], [...path, 'placeholder'], 100)

  form.whole(
    input['max_length'],
    [...path, 'max_length'],
    (number) => number >= 1 && number <= 4000,
  )

  form.whole(
    input['min_length'],
    [...path, 'min_length'],
    (number) => number >= 0 && number <= 4000,
  )

  customId(reading, input, path)
}

/** The inputs of an accepted modal, whether in rows or in labels. */
export const inputsOf = (modal: Json): Json[] =>
  (modal['components'] as Json[]).map(
    (row) => (row['component'] ?? (row['components'] as Json[])[0]) as Json,
  )

/** The button or select of a message with this custom id. */
export const pressable = (components: readonly Json[], customId: string): Json | undefined =>
  components
    .flatMap((row) => row['components'] as Json[])
    .find((one) => one['custom_id'] === customId)

function customId({ form, seen }: Reading, component: Json, path: Path): void {
  const id = form.text(component['custom_id'], [...path, 'custom_id'], 100, 1)

  if (id && seen.has(id))
    form.fail(
      [...path, 'custom_id'],
      'COMPONENT_CUSTOM_ID_DUPLICATED',
      'Component custom id cannot be duplicated',
    )

  seen.add(id)
}
