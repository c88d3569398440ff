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

/** Looks something up as one types, e.g. users by name; at least two characters. */
export type Source = (text: string, signal: AbortSignal) => Promise<readonly Command[]>

/** Lower case without accents, so that 'sessao' finds 'Sessão'. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

const pauseMs = 180

function useFound(
  text: string,
  sources: readonly Source[],
): { found: readonly Command[]; busy: boolean } {
  const [answer, setAnswer] = useState<{ text: string; found: readonly Command[] }>({
    text: '',
    found: [],
  })

  const wanted = text.trim().length >= 2 ? text.trim() : ''

  useEffect(() => {
    if (!wanted) return

    const stop = new AbortController()

    const timer = setTimeout(() => {
      void Promise.allSettled(sources.map((source) => source(wanted, stop.signal))).then(
        (answers) => {
          if (!stop.signal.aborted)
            setAnswer({
              text: wanted,
              found: answers.flatMap((one) => (one.status === 'fulfilled' ? one.value : [])),
            })
        },
      )
    }, pauseMs)

    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [wanted, sources])

  return { found: wanted ? answer.found : [], busy: wanted !== '' && answer.text !== wanted }
}

function Choices({
  id,
  commands,
  at,
  onRun,
  onPoint,
}: {
  id: string
  commands: readonly Command[]
  at: number
  onRun(command: Command): void
  onPoint(at: number): void
}) {
  return (
    <ul id={id} role="listbox" className="grid max-h-[min(60dvh,26rem)] overflow-y-auto py-2">
      {commands.map((command, index) => (
        <li key={command.id} role="presentation">
          {command.group === commands[index - 1]?.group ? null : (
            <p role="presentation" className="px-3 pt-2 pb-1 text-xs text-muted">
              {command.group}
            </p>
          )}

          <div
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            onPointerMove={() => onPoint(index)}
            onClick={() => onRun(command)}
            ref={index === at ? (row) => row?.scrollIntoView({ block: 'nearest' }) : undefined}
            className={join(
              'flex min-h-10 cursor-pointer items-center gap-3 rounded-md px-3 text-sm ' +
                '[&>svg]:size-4 [&>svg]:text-muted',
              index === at && 'bg-accent-soft',
            )}
          >
            {command.icon}
            <span className="min-w-0 truncate">{command.label}</span>
            {command.hint ? (
              <span className="ml-auto min-w-0 truncate text-xs text-muted">{command.hint}</span>
            ) : null}

            {command.keys ? (
              <kbd
                className={join(
                  'rounded-sm border border-line px-1.5 text-xs text-muted',
                  !command.hint && 'ml-auto',
                )}
              >
                {command.keys}
              </kbd>
            ) : null}
          </div>
        </li>
      ))}
    </ul>
  )
}

/**
 * Type where to go or what to do: commands are filtered at once, sources are asked while one types;
 * arrows and Enter choose.
 */
export function Palette({
  open,
  onClose,
  commands,
  sources,
}: {
  open: boolean
  onClose(): void
  commands: readonly Command[]
  sources: readonly Source[]
}) {
  const { t } = useTranslation('admin')
  return (
    <Modal
      wide
      open={open}
      startsIn="first"
      // What is searched for is no work that could be lost.
      unsaved={false}
      onClose={onClose}
      title={t('palette.title')}
    >
      <Search commands={commands} sources={sources} onClose={onClose} />
    </Modal>
  )
}

function Search({
  commands,
  sources,
  onClose,
}: {
  commands: readonly Command[]
  sources: readonly Source[]
  onClose(): void
}) {
  const { t } = useTranslation('admin')
  const id = useId()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const { found, busy } = useFound(text, sources)
  const words = plain(text).split(/\s+/).filter(Boolean)

  const shown = [
    ...commands.filter((command) =>
      words.every((word) =>
        plain(`${command.label} ${command.group} ${command.hint ?? ''}`).includes(word),
      ),
    ),
    ...found,
  ]

  const pointed = Math.min(at, shown.length - 1)

  const run = (command: Command | undefined) => {
    if (command) {
      onClose()
      command.run()
    }
  }

  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]

    if (step && shown.length) {
      event.preventDefault()
      setAt((pointed + step + shown.length) % shown.length)
    }

    if (event.key === 'Enter') {
      event.preventDefault()
      run(shown[pointed])
    }
  }

  return (
    <div className="-m-2 grid">
      <div className="relative">
        <input
          role="combobox"
          aria-expanded
          aria-controls={id}
          aria-activedescendant={shown.length ? `${id}-${pointed}` : undefined}
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
          onKeyDown={press}
          className="min-h-11 w-full rounded-md border border-edge bg-surface px-3 text-base"
        />

        {busy ? <Spinner small className="absolute top-3.5 right-3 text-muted" /> : null}
      </div>

      {shown.length ? (
        <Choices id={id} commands={shown} at={pointed} onRun={run} onPoint={setAt} />
      ) : (
        <p role="status" className="px-3 py-8 text-center text-sm text-muted">
          {busy ? t('palette.looking') : t('palette.nothing')}
        </p>
      )}
    </div>
  )
}
