import { useEffect, useId, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { join } from '../../../ui/join.ts'
import { Spinner } from '../../../ui/spinner.tsx'
import { Modal } from './modal.tsx'

export type Command = {
  id: string
  group: string
  label: string
  hint?: string
  icon?: ReactNode
  keys?: string
  run(): void
}

/** Searches during typing, for example users by name; from two characters on. */
export type PaletteSource = (text: string, signal: AbortSignal) => Promise<readonly Command[]>

/** Lower case without accents: 'sessao' must find 'Sessão'. */
function plainText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

const typingPauseMs = 180

function useSourceResults(
  text: string,
  sources: readonly PaletteSource[],
): { found: readonly Command[]; busy: boolean } {
  const [latestAnswer, setAnswer] = useState<{ text: string; found: readonly Command[] }>({
    text: '',
    found: [],
  })

  const searchText = text.trim().length >= 2 ? text.trim() : ''

  useEffect(() => {
    if (!searchText) return

    const abortController = new AbortController()

    const typingTimer = setTimeout(() => {
      void Promise.allSettled(
        sources.map((source) => source(searchText, abortController.signal)),
      ).then((answers) => {
        if (!abortController.signal.aborted)
          setAnswer({
            text: searchText,
            found: answers.flatMap((one) => (one.status === 'fulfilled' ? one.value : [])),
          })
      })
    }, typingPauseMs)

    return () => {
      clearTimeout(typingTimer)
      abortController.abort()
    }
  }, [searchText, sources])

  return {
    found: searchText ? latestAnswer.found : [],
    busy: searchText !== '' && latestAnswer.text !== searchText,
  }
}

function CommandList({
  id: listboxId,
  commands,
  at: pointedIndex,
  onRun,
  onPoint,
}: {
  id: string
  commands: readonly Command[]
  at: number
  onRun(command: Command): void
  onPoint(pointedIndex: number): void
}) {
  return (
    <ul
      id={listboxId}
      role="listbox"
      className="grid max-h-[min(60dvh,26rem)] overflow-y-auto py-2"
    >
      {commands.map((command, index) => (
        <li key={command.id} role="presentation">
          {command.group !== commands[index - 1]?.group && (
            <p role="presentation" className="px-3 pt-2 pb-1 text-xs text-muted">
              {command.group}
            </p>
          )}

          <div
            id={`${listboxId}-${index}`}
            role="option"
            aria-selected={index === pointedIndex}
            onPointerMove={() => onPoint(index)}
            onClick={() => onRun(command)}
            ref={
              index === pointedIndex
                ? (row) => row?.scrollIntoView({ block: 'nearest' })
                : undefined
            }
            className={join(
              'flex min-h-10 cursor-pointer items-center gap-3 rounded-md px-3 text-sm ' +
                '[&>svg]:size-4 [&>svg]:text-muted',
              index === pointedIndex && 'bg-accent-soft',
            )}
          >
            {command.icon}
            <span className="min-w-0 truncate">{command.label}</span>
            {command.hint && (
              <span className="ml-auto min-w-0 truncate text-xs text-muted">{command.hint}</span>
            )}

            {command.keys && (
              <kbd
                className={join(
                  'rounded-sm border border-line px-1.5 text-xs text-muted',
                  !command.hint && 'ml-auto',
                )}
              >
                {command.keys}
              </kbd>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}

/** A search over pages and actions: commands filter at once, sources answer during typing. */
export function Palette({
  open,
  onClose,
  commands,
  sources,
}: {
  open: boolean
  onClose(): void
  commands: readonly Command[]
  sources: readonly PaletteSource[]
}) {
  const { t } = useTranslation('admin')
  return (
    <Modal
      wide
      open={open}
      startsIn="first"
      // A search text is not worth a question before the palette closes.
      unsaved={false}
      onClose={onClose}
      title={t('palette.title')}
    >
      <PaletteSearch commands={commands} sources={sources} onClose={onClose} />
    </Modal>
  )
}

function containsWords(command: Command, searchWords: readonly string[]): boolean {
  const commandText = plainText(`${command.label} ${command.group} ${command.hint ?? ''}`)

  return searchWords.every((word) => commandText.includes(word))
}

function PaletteSearch({
  commands,
  sources,
  onClose,
}: {
  commands: readonly Command[]
  sources: readonly PaletteSource[]
  onClose(): void
}) {
  const { t } = useTranslation('admin')
  const listboxId = useId()
  const [text, setText] = useState('')
  const [pointedIndex, setAt] = useState(0)
  const { found, busy } = useSourceResults(text, sources)
  const searchWords = plainText(text).split(/\s+/).filter(Boolean)

  const matchingCommands = [
    ...commands.filter((command) => containsWords(command, searchWords)),
    ...found,
  ]

  const activeIndex = Math.min(pointedIndex, matchingCommands.length - 1)

  const runCommand = (command: Command | undefined) => {
    if (command) {
      onClose()
      command.run()
    }
  }

  const handleKey = (event: KeyboardEvent) => {
    const indexStep = { ArrowDown: 1, ArrowUp: -1 }[event.key]

    if (indexStep && matchingCommands.length) {
      event.preventDefault()
      setAt((activeIndex + indexStep + matchingCommands.length) % matchingCommands.length)
    }

    if (event.key === 'Enter') {
      event.preventDefault()
      runCommand(matchingCommands[activeIndex])
    }
  }

  return (
    <div className="-m-2 grid">
      <div className="relative">
        <input
          role="combobox"
          aria-expanded
          aria-controls={listboxId}
          aria-activedescendant={
            matchingCommands.length ? `${listboxId}-${activeIndex}` : undefined
          }
          aria-label={t('palette.label')}
          placeholder={t('palette.label')}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setAt(0)
          }}
          onKeyDown={handleKey}
          className="min-h-11 w-full rounded-md border border-edge bg-surface px-3 text-base"
        />

        {busy && <Spinner small className="absolute top-3.5 right-3 text-muted" />}
      </div>

      {matchingCommands.length > 0 && (
        <CommandList
          id={listboxId}
          commands={matchingCommands}
          at={activeIndex}
          onRun={runCommand}
          onPoint={setAt}
        />
      )}

      {matchingCommands.length === 0 && (
        <p role="status" className="px-3 py-8 text-center text-sm text-muted">
          {busy ? t('palette.looking') : t('palette.nothing')}
        </p>
      )}
    </div>
  )
}
