import { useId, useState, type ReactNode } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'

import { Notice } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Modal } from './modal.tsx'
import { useAskToClose } from './use-ask-to-close.ts'
import { reasonOf } from './use-change.ts'

type Props<V extends FieldValues> = {
  title: string
  form: UseFormReturn<V>
  /**
   * Saves; throwing keeps the form open with everything that was typed and says why, answering
   * 'stays' keeps it open where the fields themselves say it.
   */
  onSave(values: V): Promise<unknown>
  onClose(): void
  /** The section's text for a failure; the server's reason follows it. */
  failed: string
  saveLabel?: string
  /** False greys the save button (e.g. while a required field is empty). */
  canSave?: boolean
  wide?: boolean
  children: ReactNode
}

/**
 * A form in a dialog: fields by react-hook-form as children, cancel and save, busy while saving;
 * closes and returns to its defaults on success.
 */
export function FormModal<V extends FieldValues>({
  title,
  form,
  onSave,
  onClose,
  failed,
  saveLabel,
  canSave = true,
  wide,
  children,
}: Props<V>) {
  const { t } = useTranslation('admin')
  const id = useId()
  const [error, setError] = useState<string | null>(null)
  const { isSubmitting: busy, isDirty } = form.formState
  const close = useAskToClose(() => isDirty, onClose)

  const submit = form.handleSubmit(async (values) => {
    setError(null)

    try {
      if ((await onSave(values)) === 'stays') return
    } catch (failure) {
      console.error(failed, failure)
      return setError(reasonOf(failed, failure))
    }

    form.reset()
    onClose()
  })

  return (
    <Modal
      title={title}
      onClose={close}
      unsaved={false}
      wide={wide}
      startsIn="first"
      footer={
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={close}>{t('kit.cancel')}</Button>
          <Button type="submit" form={id} look="primary" busy={busy} disabled={!canSave}>
            {saveLabel ?? t('kit.save')}
          </Button>
        </div>
      }
    >
      <form
        id={id}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.stopPropagation()
          void submit(event)
        }}
      >
        {children}
        {error ? <Notice tone="bad">{error}</Notice> : null}
      </form>
    </Modal>
  )
}
