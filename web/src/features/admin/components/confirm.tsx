import { lengths } from '@chaveiro/contracts/lengths'
import { useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { TextAreaField } from './fields.tsx'
import { Modal } from './modal.tsx'

type Question = { title: string; text: string; act: string; danger?: boolean }
type Open = Question & {
  label?: string
  hint?: string
  only?: boolean
  done(answer: string | null): void
}

let open: Open | null = null
const listeners = new Set<() => void>()
function change(next: Open | null): void {
  open = next
  for (const listener of listeners) listener()
}

/**
 * Ask before an act that cannot be taken back: `if (await confirm({ title, text, act })) …`; act
 * names what the button does, text what follows (Q90).
 */
export function confirm(question: Question): Promise<boolean> {
  return new Promise((done) =>
    change({ danger: true, ...question, done: (answer) => done(answer !== null) }),
  )
}

/** Ask for a reason, which may not be empty: answers the text, or null when it was called off. */
export function askReason(
  question: Question & { label: string; hint?: string },
): Promise<string | null> {
  return new Promise((done) => change({ danger: true, ...question, done }))
}

/** Say something that must be seen before work goes on: an alert with one button (Q90). */
export function tell({
  title,
  text,
  act,
}: {
  title: string
  text: string
  act: string
}): Promise<void> {
  return new Promise((done) => change({ title, text, act, only: true, done: () => done() }))
}

function settle(answer: string | null): void {
  open?.done(answer)
  change(null)
}

function Asked({ question }: { question: Open }) {
  const { t } = useTranslation('admin')
  const [text, setText] = useState('')
  const [tried, setTried] = useState(false)
  const wanted = question.label !== undefined
  return (
    <form
      className="grid gap-5"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (wanted && !text.trim()) return setTried(true)
        settle(text.trim())
      }}
    >
      <p className="whitespace-pre-line">{question.text}</p>
      {wanted ? (
        <TextAreaField
          label={question.label}
          hint={question.hint}
          rows={3}
          maxLength={lengths.reason}
          required
          value={text}
          onChange={(event) => setText(event.target.value)}
          error={tried && !text.trim() ? t('kit.required') : undefined}
        />
      ) : null}
      <div className="flex flex-wrap justify-end gap-2">
        {question.only ? null : <Button onClick={() => settle(null)}>{t('kit.cancel')}</Button>}
        <Button type="submit" look={question.danger ? 'danger' : 'primary'}>
          {question.act}
        </Button>
      </div>
    </form>
  )
}

/** Where questions appear; once in the shell. */
export function Questions() {
  const asked = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => open,
    () => null,
  )
  return (
    <Modal
      open={asked !== null}
      role="alertdialog"
      title={asked?.title ?? ''}
      onClose={() => settle(null)}
    >
      {asked ? <Asked question={asked} /> : null}
    </Modal>
  )
}
