import { lengths } from '@chaveiro/contracts/lengths'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useStore } from '../../../external-store.ts'
import { Button } from '../../../ui/button.tsx'
import { TextAreaField } from './fields.tsx'
import { Modal } from './modal.tsx'
import { openQuestion, answerQuestion, type OpenQuestion } from './questions.ts'

export { askReason, confirm, showAlert as tell } from './questions.ts'

/** Typed reasons by question title, so that a cancelled dialog shows its reason again. */
const unfinishedReasons = new Map<string, string>()

function QuestionForm({ question }: { question: OpenQuestion }) {
  const { t } = useTranslation('admin')
  const [reasonText, setText] = useState(unfinishedReasons.get(question.title) ?? '')
  const [tried, setTried] = useState(false)
  const asksReason = question.label !== undefined

  return (
    <form
      className="grid gap-5"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (asksReason && !reasonText.trim()) return setTried(true)

        unfinishedReasons.delete(question.title)
        answerQuestion(reasonText.trim())
      }}
    >
      <p className="whitespace-pre-line">{question.text}</p>

      {asksReason && (
        <TextAreaField
          label={question.label}
          hint={question.hint}
          rows={3}
          maxLength={lengths.reason}
          required
          value={reasonText}
          onChange={(event) => {
            setText(event.target.value)
            unfinishedReasons.set(question.title, event.target.value)
          }}
          error={tried && !reasonText.trim() ? t('kit.required') : undefined}
        />
      )}

      <div className="flex flex-wrap justify-end gap-2">
        {!question.only && <Button onClick={() => answerQuestion(null)}>{t('kit.cancel')}</Button>}
        <Button type="submit" look={question.danger ? 'danger' : 'primary'}>
          {question.act}
        </Button>
      </div>
    </form>
  )
}

/** Shows the open question in a dialog; the shell renders this component once. */
export function Questions() {
  const openedQuestion = useStore(openQuestion, null)
  return (
    <Modal
      open={openedQuestion !== null}
      role="alertdialog"
      title={openedQuestion?.title ?? ''}
      onClose={() => answerQuestion(null)}
    >
      {openedQuestion && <QuestionForm question={openedQuestion} />}
    </Modal>
  )
}
