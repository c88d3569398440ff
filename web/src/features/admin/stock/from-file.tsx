import { FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { Notice } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/field.tsx'
import { ChoiceField } from '../components/fields.tsx'
import {
  keysOfColumn,
  encodingOf,
  guessColumn,
  guessedEncodings,
  isTable,
  readTable,
  readFileText,
  type Encoding,
} from './key-file.ts'

const fileBytesMax = 20 * 1024 * 1024

/** Number of sample keys in the preview. */
const sampleCount = 3

type Place = { column: number; head: boolean }

/** A file that needs a decision before its keys are used. */
type Asked = {
  bytes: Uint8Array
  name: string
  /** A person chooses the encoding when the bytes do not determine it, see `isGuessed`. */
  encoding: Encoding
  isGuessed: boolean
  text: string
  rows: string[][] | null
  place: Place
}

/** Reads a file with an encoding; `wrongLine` when its table is malformed. */
async function readWithEncoding(
  file: { bytes: Uint8Array; name: string; isGuessed: boolean },
  encoding: Encoding,
): Promise<Asked | { wrongLine: number }> {
  const decodedText = readFileText(file.bytes, encoding)
  const fileQuestion = {
    ...file,
    encoding,
    text: decodedText,
    rows: null,
    place: { column: 0, head: false },
  }
  if (!isTable(file.name, decodedText)) return fileQuestion

  const parsedTable = await readTable(decodedText)
  if ('wrongLine' in parsedTable) return parsedTable

  return { ...fileQuestion, rows: parsedTable.rows, place: guessColumn(parsedTable.rows) }
}

const keysOfFile = ({ text: decodedText, rows, place }: Asked): string[] =>
  rows ? keysOfColumn(rows, place) : decodedText.split(/\r\n|\r|\n/)

/**
 * Sample keys of a file; keys with non-ASCII characters first, as those reveal a wrong encoding.
 */
function samplesOf(asked: Asked): string[] {
  const fileKeys = keysOfFile(asked).filter((key) => key.trim())
  const tellingKeys = asked.isGuessed ? fileKeys.filter((key) => /[^\u0020-\u007e]/.test(key)) : []

  return [...tellingKeys, ...fileKeys.filter((key) => !tellingKeys.includes(key))].slice(
    0,
    sampleCount,
  )
}

/** Asks for the column of the keys, and for the encoding when uncertain. */
function FileQuestion({
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
  const columnCount = Math.max(0, ...(rows ?? []).slice(0, 100).map((row) => row.length))

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
          {guessedEncodings.map((one) => (
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
            {Array.from({ length: columnCount }, (_, at) => (
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
          {t('adminStock.file.take', {
            count: keysOfFile(asked).filter((key) => key.trim()).length,
          })}
        </Button>
        <Button size="sm" onClick={onCancel}>
          {t('adminStock.file.leave')}
        </Button>
      </div>
    </section>
  )
}

/** Takes keys from a file; a table or an uncertain encoding needs a decision first. */
export function FromFile({ onKeys }: { onKeys(lines: string): void }) {
  const { t } = useTranslation('admin')
  const fileInput = useRef<HTMLInputElement>(null)
  const [asked, setAsked] = useState<Asked | null>(null)
  const [error, setError] = useState<string | null>(null)

  const takeFile = (file: Asked) => {
    setAsked(null)
    onKeys(keysOfFile(file).join('\n'))
  }

  async function inspectFile(
    file: { bytes: Uint8Array; name: string; isGuessed: boolean },
    encoding: Encoding,
  ): Promise<void> {
    const readResult = await readWithEncoding(file, encoding)
    if ('wrongLine' in readResult)
      return setError(t('adminStock.file.wrong', { name: file.name, line: readResult.wrongLine }))

    if (readResult.rows || readResult.isGuessed) setAsked(readResult)
    else takeFile(readResult)
  }

  async function readFile(chosen: File | undefined): Promise<void> {
    setError(null)
    setAsked(null)
    if (!chosen) return
    if (chosen.size > fileBytesMax) return setError(t('adminStock.fileTooBig'))

    try {
      const fileBytes = new Uint8Array(await chosen.arrayBuffer())
      const knownEncoding = encodingOf(fileBytes)
      await inspectFile(
        { bytes: fileBytes, name: chosen.name, isGuessed: !knownEncoding },
        knownEncoding ?? guessedEncodings[0],
      )
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
        onClick={() => fileInput.current?.click()}
      >
        {t('adminStock.fromFile')}
      </Button>

      <input
        ref={fileInput}
        type="file"
        hidden
        accept=".txt,.csv,.tsv,text/plain,text/csv"
        onChange={(event) => {
          void readFile(event.target.files?.[0])
          // Otherwise choosing the same file again would not be a change.
          event.target.value = ''
        }}
      />

      {error && <Notice tone="bad">{error}</Notice>}

      {asked && (
        <FileQuestion
          asked={asked}
          onChange={(place) => setAsked({ ...asked, place })}
          onEncoding={(encoding) => void inspectFile(asked, encoding)}
          onTake={() => takeFile(asked)}
          onCancel={() => setAsked(null)}
        />
      )}
    </>
  )
}
