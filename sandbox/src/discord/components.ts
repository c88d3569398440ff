import { notPlayed } from './errors.ts'
import type { Form, Path } from './form.ts'
import type { Json } from './model.ts'

const ACTION_ROW = 1
export const BUTTON = 2
export const TEXT_SELECT = 3
const TEXT_INPUT = 4
export const LABEL_COMPONENT = 18
const LINK_STYLE = 5

/** Component types of version 2: sections, texts, pictures, files, separators and containers. */
const VERSION_2_TYPES = [9, 10, 11, 12, 13, 14, 17]

/** The state while components are read: the collected errors, and the custom ids so far. */
type Reading = { form: Form; seen: Set<string> }

/**
 * Checks the components of a message: at most five rows, each with up to five buttons or one
 * select, and unique custom ids.
 */
export function readComponents(form: Form, value: unknown): Json[] {
  const readState: Reading = { form, seen: new Set() }
  return form.list(value, ['components'], 5).map((raw, index) => {
    const rowPath = ['components', index]
    const type = (raw as Json | null)?.['type']
    if (VERSION_2_TYPES.includes(Number(type)))
      throw notPlayed(`components v2 (type ${String(type)})`)

    const rowFields = form.object(raw, rowPath, ['type', 'id', 'components'])

    if (rowFields['type'] !== ACTION_ROW)
      form.fail(
        [...rowPath, 'type'],
        'BASE_TYPE_CHOICES',
        'Value of field "type" must be one of (1,).',
      )

    const rowChildren = form.list(rowFields['components'], [...rowPath, 'components'], 5)

    if (rowChildren.length === 0)
      form.fail(
        [...rowPath, 'components'],
        'BASE_TYPE_BAD_LENGTH',
        'Must be between 1 and 5 in length.',
      )

    if (
      rowChildren.length > 1 &&
      rowChildren.some((one) => (one as Json | null)?.['type'] === TEXT_SELECT)
    )
      form.fail(
        [...rowPath, 'components'],
        'COMPONENT_LAYOUT_WIDTH_EXCEEDED',
        'The specified component exceeds the maximum width',
      )

    return {
      ...rowFields,
      components: rowChildren.map((one, place) =>
        readPressable(readState, one, [...rowPath, 'components', place]),
      ),
    }
  })
}

function readPressable(readState: Reading, raw: unknown, rowPath: Path): Json {
  const { form } = readState
  const type = (raw as Json | null)?.['type']

  if (type === BUTTON)
    return readButton(
      readState,
      form.object(raw, rowPath, [
        'type',
        'id',
        'style',
        'label',
        'emoji',
        'custom_id',
        'url',
        'disabled',
      ]),
      rowPath,
    )

  if (type === TEXT_SELECT) return readSelect(readState, raw, rowPath)

  form.fail(
    [...rowPath, 'type'],
    'BASE_TYPE_CHOICES',
    'Value of field "type" must be one of (2, 3).',
  )

  return {}
}

function readSelect(readState: Reading, raw: unknown, rowPath: Path): Json {
  const { form } = readState
  const selectFields = form.object(raw, rowPath, [
    'type',
    'id',
    'custom_id',
    'options',
    'placeholder',
    'min_values',
    'max_values',
    'disabled',
  ])

  customId(readState, selectFields, rowPath)
  form.text(selectFields['placeholder'], [...rowPath, 'placeholder'], 150)
  const selectOptions = form.list(selectFields['options'], [...rowPath, 'options'], 25)
  if (selectOptions.length === 0)
    form.fail(
      [...rowPath, 'options'],
      'BASE_TYPE_BAD_LENGTH',
      'Must be between 1 and 25 in length.',
    )

  const optionValues = selectOptions.map((one, index) => {
    const optionFields = form.object(
      one,
      [...rowPath, 'options', index],
      ['label', 'value', 'description', 'emoji', 'default'],
    )

    form.text(optionFields['label'], [...rowPath, 'options', index, 'label'], 100, 1)
    form.text(optionFields['description'], [...rowPath, 'options', index, 'description'], 100)

    return form.text(optionFields['value'], [...rowPath, 'options', index, 'value'], 100, 1)
  })

  if (new Set(optionValues).size !== optionValues.length)
    form.fail(
      [...rowPath, 'options'],
      'SELECT_COMPONENT_OPTION_VALUE_DUPLICATED',
      'The specified option value is already used',
    )

  return selectFields
}

function readButton(readState: Reading, button: Json, rowPath: Path): Json {
  const { form } = readState

  const buttonStyle = form.whole(
    button['style'],
    [...rowPath, 'style'],
    (number) => number >= 1 && number <= LINK_STYLE,
  )

  if (buttonStyle === undefined)
    form.fail([...rowPath, 'style'], 'BASE_TYPE_REQUIRED', 'This field is required')
  form.text(button['label'], [...rowPath, 'label'], 80)
  if (!button['label'] && !button['emoji'])
    form.fail(rowPath, 'BUTTON_COMPONENT_LABEL_REQUIRED', 'A button must have a label or an emoji')

  if (buttonStyle === LINK_STYLE) {
    if (button['url'] === undefined || button['custom_id'] !== undefined)
      form.fail(rowPath, 'BUTTON_COMPONENT_INVALID_URL', 'A link button has a url and no custom id')
    form.text(button['url'], [...rowPath, 'url'], 512)
    form.url(button['url'], [...rowPath, 'url'])
  } else {
    if (button['url'] !== undefined)
      form.fail(
        rowPath,
        'BUTTON_COMPONENT_CUSTOM_ID_REQUIRED',
        'A custom id and url cannot both be specified',
      )
    customId(readState, button, rowPath)
  }

  return button
}

/** Checks a modal: title, custom id and one to five text inputs, in rows or labels. */
export function readModal(form: Form, value: unknown): Json {
  const modalFields = form.object(value, ['data'], ['custom_id', 'title', 'components'])
  form.text(modalFields['title'], ['data', 'title'], 45, 1)
  form.text(modalFields['custom_id'], ['data', 'custom_id'], 100, 1)
  const readState: Reading = { form, seen: new Set() }
  const rows = form.list(modalFields['components'], ['data', 'components'], 5)
  if (rows.length === 0)
    form.fail(['data', 'components'], 'BASE_TYPE_BAD_LENGTH', 'Must be between 1 and 5 in length.')

  for (const [index, raw] of rows.entries()) {
    const rowPath = ['data', 'components', index]

    const rowFields = form.object(raw, rowPath, [
      'type',
      'id',
      'components',
      'label',
      'description',
      'component',
    ])

    const isLabelled = rowFields['type'] === LABEL_COMPONENT

    if (isLabelled) form.text(rowFields['label'], [...rowPath, 'label'], 45, 1)
    else if (rowFields['type'] !== ACTION_ROW)
      form.fail(
        [...rowPath, 'type'],
        'BASE_TYPE_CHOICES',
        'Value of field "type" must be one of (1, 18).',
      )

    const rowChildren = isLabelled
      ? [rowFields['component']]
      : form.list(rowFields['components'], [...rowPath, 'components'], 1)
    for (const innerInput of rowChildren)
      readInput(readState, innerInput, [...rowPath, 'components', 0], isLabelled)
  }

  return modalFields
}

function readInput(readState: Reading, raw: unknown, rowPath: Path, isLabelled: boolean): void {
  const { form } = readState

  const inputFields = form.object(raw, rowPath, [
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

  if (inputFields['type'] !== TEXT_INPUT)
    form.fail(
      [...rowPath, 'type'],
      'BASE_TYPE_CHOICES',
      'Value of field "type" must be one of (4,).',
    )

  if (
    form.whole(
      inputFields['style'],
      [...rowPath, 'style'],
      (number) => number === 1 || number === 2,
    ) === undefined
  )
    form.fail([...rowPath, 'style'], 'BASE_TYPE_REQUIRED', 'This field is required')

  if (!isLabelled) form.text(inputFields['label'], [...rowPath, 'label'], 45, 1)
  form.text(inputFields['placeholder'], [...rowPath, 'placeholder'], 100)

  form.whole(
    inputFields['max_length'],
    [...rowPath, 'max_length'],
    (number) => number >= 1 && number <= 4000,
  )

  form.whole(
    inputFields['min_length'],
    [...rowPath, 'min_length'],
    (number) => number >= 0 && number <= 4000,
  )

  customId(readState, inputFields, rowPath)
}

/** The inputs of a valid modal, in rows or in labels. */
export const modalInputs = (modalFields: Json): Json[] =>
  (modalFields['components'] as Json[]).map(
    (rowFields) => (rowFields['component'] ?? (rowFields['components'] as Json[])[0]) as Json,
  )

/** The button or select of a message with this custom id. */
export const pressable = (components: readonly Json[], customId: string): Json | undefined =>
  components
    .flatMap((rowFields) => rowFields['components'] as Json[])
    .find((one) => one['custom_id'] === customId)

function customId({ form, seen }: Reading, component: Json, rowPath: Path): void {
  const id = form.text(component['custom_id'], [...rowPath, 'custom_id'], 100, 1)

  if (id && seen.has(id))
    form.fail(
      [...rowPath, 'custom_id'],
      'COMPONENT_CUSTOM_ID_DUPLICATED',
      'Component custom id cannot be duplicated',
    )

  seen.add(id)
}
