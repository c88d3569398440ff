import type { OwnQuestion } from '@chaveiro/contracts/home-sections'
import { lengths, mostQuestions } from '@chaveiro/contracts/lengths'
import { Plus } from 'lucide-react'
import { Controller } from 'react-hook-form'
import { useTranslation } from 'react-i18next'

import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Field } from '../../../ui/field.tsx'
import { TextAreaField } from '../components/fields.tsx'
import { useOrder } from '../components/use-order.tsx'
import { isAnswered } from './settings-rules.ts'
import type { Form } from './use-field.ts'

const emptyQuestion: OwnQuestion = { askedPt: '', askedEn: '', answerPt: '', answerEn: '' }

/** One question and answer in both languages. */
function QuestionFields({
  question,
  onChange,
}: {
  question: OwnQuestion
  onChange(part: Partial<OwnQuestion>): void
}) {
  const { t } = useTranslation('admin')
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {(['Pt', 'En'] as const).map((language) => (
        <div key={language} className="grid content-start gap-3">
          <Field
            label={t(`admin.settings.asked${language}`)}
            maxLength={lengths.question}
            value={question[`asked${language}`]}
            onChange={(event) => onChange({ [`asked${language}`]: event.target.value })}
          />

          <TextAreaField
            label={t(`admin.settings.answer${language}`)}
            rows={3}
            maxLength={lengths.answer}
            value={question[`answer${language}`]}
            onChange={(event) => onChange({ [`answer${language}`]: event.target.value })}
          />
        </div>
      ))}
    </div>
  )
}

function QuestionList({
  questions,
  onChange,
  wrong,
}: {
  questions: readonly OwnQuestion[]
  onChange(questions: OwnQuestion[]): void
  wrong: string | undefined
}) {
  const { t } = useTranslation('admin')
  const { list, Acts } = useOrder(questions, onChange)

  // The index is the only key: questions have no ids, and their texts change.
  return (
    <ul ref={list} className="grid gap-4">
      {questions.map((question, at) => {
        const questionName = t('admin.settings.questionAt', { at: at + 1 })
        return (
          <li key={at} className="grid gap-3 rounded-md border border-line p-3">
            <div className="flex items-center justify-between gap-3">
              <h3 className="text-sm font-semibold">{questionName}</h3>
              {Acts(at, questionName)}
            </div>
            <QuestionFields
              question={question}
              onChange={(part) => onChange(questions.with(at, { ...question, ...part }))}
            />

            {wrong && !isAnswered(question) && (
              <p role="alert" className="text-sm text-bad">
                {wrong}
              </p>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** The owner's questions and answers, which replace the built-in ones. */
export function OwnQuestions({ form }: { form: Form }) {
  const { t } = useTranslation('admin')
  return (
    <Card className="grid max-w-3xl gap-4">
      <div className="grid gap-1">
        <h2 className="font-semibold">{t('admin.settings.questions')}</h2>
        <p className="text-sm text-muted">{t('admin.settings.questionsHint')}</p>
      </div>

      <Controller
        control={form.control}
        name="questions"
        rules={{
          validate: (all) => all.every(isAnswered) || t('admin.settings.questionWrong'),
        }}
        render={({ field: { value, onChange }, fieldState }) => (
          <>
            {value.length > 0 && (
              <QuestionList
                questions={value}
                onChange={onChange}
                wrong={fieldState.error?.message}
              />
            )}

            <Button
              className="justify-self-start"
              icon={<Plus size={16} aria-hidden />}
              disabled={value.length >= mostQuestions}
              onClick={() => onChange([...value, emptyQuestion])}
            >
              {t('admin.settings.addQuestion')}
            </Button>
          </>
        )}
      />
    </Card>
  )
}
