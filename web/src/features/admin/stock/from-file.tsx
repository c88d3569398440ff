import { FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { Notice } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/field.tsx'
import { ChoiceField } from '../components/fields.tsx'
import {
  columnOf,
  encodingOf,
  guessColumn,
  guessed,
  isTable,
  readTable,
  readText,
  type Encoding,
} from './key-file.ts'

const fileBytesMax = 20 * 1024 * 1024

/** How many keys are shown before they are taken. */
const shown = 3

type Place = { column: number; head: boolean }

/** A file that somebody has to say something about before its keys are taken. */
type Asked = {
  bytes: Uint8Array
  name: string
  /** Where the bytes did not say it. */
  encoding: Encoding
  isGuessed: boolean
  text: string
  rows: string[][] | null
  place: Place
}

/** What stands in a file by an encoding; null with the line where its table cannot be read. */
async function readAs(
  file: { bytes: Uint8Array; name: string; isGuessed: boolean },
  encoding: Encoding,
): Promise<Asked | { wrongLine: number }> {
  const text = readText(file.bytes, encoding)
  const asked = { ...file, encoding, text, rows: null, place: { column: 0, head: false } }
  if (!isTable(file.name, text)) return asked

  const table = await readTable(text)
  if ('wrongLine' in table) return table

  return { ...asked, rows: table.rows, place: guessColumn(table.rows) }
}

const keysOf = ({ text, rows, place }: Asked): string[] =>
  rows ? columnOf(rows, place) : text.split(/\r\n|\r|\n/)

/** The first keys of a file, those with letters beyond the plain ones before the others. */
function samplesOf(asked: Asked): string[] {
  const keys = keysOf(asked).filter((key) => key.trim())
  const told = asked.isGuessed ? keys.filter((key) => /[^\u0020-\u007e]/.test(key)) : []

  return [...told, ...keys.filter((key) => !told.includes(key))].slice(0, shown)
}

/** Which column of a table has the keys, and how a file is written that does not say it. */
function Question({
  asked,
  onChange,
  onEncoding,
  onTake,
  onCancel,
}: {
  asked: Asked
  onChange(place: Place): void
  onEncoding(encoding: Encoding): void
  onTake(): void
  onCancel(): void
}) {
  const { t } = useTranslation('admin')
  const { rows, place, name, isGuessed, encoding } = asked
  const width = Math.max(0, ...(rows ?? []).slice(0, 100).map((row) => row.length))

  return (
    <section
      aria-label={t('adminStock.file.title', { name })}
      className="grid gap-3 rounded-md border border-line p-3"
    >
      <h3 className="font-semibold wrap-anywhere">{t('adminStock.file.title', { name })}</h3>

      {isGuessed && (
        <ChoiceField
          label={t('adminStock.file.encoding')}
          hint={t('adminStock.file.encodingHint')}
          value={encoding}
          onChange={(event) => onEncoding(event.target.value as Encoding)}
        >
          {guessed.map((one) => (
            <option key={one} value={one}>
              {t(`adminStock.file.encodings.${one}`)}
            </option>
          ))}
        </ChoiceField>
      )}

      {rows && (
        <>
          <ChoiceField
            label={t('adminStock.file.column')}
            value={String(place.column)}
            onChange={(event) => onChange({ ...place, column: event.target.selectedIndex })}
          >
            {Array.from({ length: width }, (_, at) => (
              <option key={at} value={at}>
                {t('adminStock.file.columnOf', {
                  number: at + 1,
                  text: rows[0]?.[at]?.trim() ?? '',
                })}
              </option>
            ))}
          </ChoiceField>

          <Checkbox
            checked={place.head}
            onChange={(event) => onChange({ ...place, head: event.target.checked })}
          >
            {t('adminStock.file.head')}
          </Checkbox>
        </>
      )}

      <ul aria-label={t('adminStock.file.samples')} className="grid gap-1 font-mono text-sm">
        {samplesOf(asked).map((key, at) => (
          <li key={at} className="wrap-anywhere whitespace-pre-wrap">
            {key}
          </li>
        ))}
      </ul>

      <div className="flex flex-wrap gap-2">
        <Button size="sm" look="primary" onClick={onTake}>
          {t('adminStock.file.take', { count: keysOf(asked).filter((key) => key.trim()).length })}
        </Button>
        <Button size="sm" onClick={onCancel}>
          {t('adminStock.file.leave')}
        </Button>
      </div>
    </section>
  )
}

/** Takes the keys of a file: lines as they are; of a table, or of letters that are not certain, what one says. */
export function FromFile({ onKeys }: { onKeys(lines: string): void }) {
  const { t } = useTranslation('admin')
  const input = useRef<HTMLInputElement>(null)
  const [asked, setAsked] = useState<Asked | null>(null)
  const [error, setError] = useState<string | null>(null)

  const take = (file: Asked) => {
    setAsked(null)
    onKeys(keysOf(file).join('\n'))
  }

  async function look(
    file: { bytes: Uint8Array; name: string; isGuessed: boolean },
    encoding: Encoding,
  ): Promise<void> {
    const found = await readAs(file, encoding)
    if ('wrongLine' in found)
      return setError(t('adminStock.file.wrong', { name: file.name, line: found.wrongLine }))

    if (found.rows || found.isGuessed) setAsked(found)
    else take(found)
  }

  async function read(chosen: File | undefined): Promise<void> {
    setError(null)
    setAsked(null)
    if (!chosen) return
    if (chosen.size > fileBytesMax) return setError(t('adminStock.fileTooBig'))

    try {
      const bytes = new Uint8Array(await chosen.arrayBuffer())
      const known = encodingOf(bytes)
      await look({ bytes, name: chosen.name, isGuessed: !known }, known ?? guessed[0])
    } catch (failure) {
      console.error('key file', failure)
      setError(t('adminStock.file.failed', { name: chosen.name }))
    }
  }

  return (
    <>
      <Button
        size="sm"
        className="justify-self-start"
        icon={<FileUp size={15} aria-hidden />}
        onClick={() => input.current?.click()}
      >
        {t('adminStock.fromFile')}
      </Button>

      <input
        ref={input}
        type="file"
        hidden
        accept=".txt,.csv,.tsv,text/plain,text/csv"
        onChange={(event) => {
          void read(event.target.files?.[0])
          event.target.value = ''
        }}
      />

      {error && <Notice tone="bad">{error}</Notice>}

      {asked && (
        <Question
          asked={asked}
          onChange={(place) => setAsked({ ...asked, place })}
          onEncoding={(encoding) => void look(asked, encoding)}
          onTake={() => take(asked)}
          onCancel={() => setAsked(null)}
        />
      )}
    </>
  )
}
