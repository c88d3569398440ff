import { lengths } from '@chaveiro/contracts/lengths'
import { useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'

import { Button } from '../../../ui/button.tsx'
import { TextAreaField } from './fields.tsx'
import { Modal } from './modal.tsx'
import { openQuestion, settle, type Open } from './questions.ts'

export { askReason, confirm, tell } from './questions.ts'

/** Reasons that were begun and called off, by their questions: they are there when one asks again. */
const begun = new Map<string, string>()

function Asked({ question }: { question: Open }) {
  const { t } = useTranslation('admin')
  const [text, setText] = useState(begun.get(question.title) ?? '')
  const [tried, setTried] = useState(false)
  const wanted = question.label !== undefined

  return (
    <form
      className="grid gap-5"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (wanted && !text.trim()) return setTried(true)

        begun.delete(question.title)
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
          onChange={(event) => {
            setText(event.target.value)
            begun.set(question.title, event.target.value)
          }}
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
  const asked = useSyncExternalStore(openQuestion.watch, openQuestion.now, () => null)
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
