import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { number } from '../../../i18n/format.ts'
import { Notice } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.tsx'
import { ChoiceField, TextAreaField } from '../components/fields.tsx'
import { Modal } from '../components/modal.tsx'
import { useAskToClose } from '../components/use-ask-to-close.ts'
import { failureText, useChange } from '../components/use-change.ts'
import { FromFile } from './from-file.tsx'
import { LineReport } from './line-report.tsx'
import { readPaste, type Paste, type PastedLine } from './paste.ts'
import { judgeKeys, SavedInPart, saveInParts } from './send-keys.ts'
import { findShelfEntry, type ShelfProduct } from './shelf.ts'
import { stockViews } from './use-stock-acts.ts'

/** A product, and one of its options if it has several. */
type Target = { productId: string; variantId: string }

/**
 * Calls of the dialog: check the lines, and save them. The lists reload after a failure too, since
 * some parts may be saved.
 */
function useStockCalls({ productId, variantId }: Target, pastedKeys: Paste) {
  const { t } = useTranslation('admin')
  const stockChange = useChange(...stockViews)
  const targetFields = { productId, ...(variantId && { variantId }) }

  return {
    judge: () => judgeKeys(targetFields, pastedKeys),
    async save(): Promise<void> {
      try {
        const { added } = await saveInParts(targetFields, pastedKeys)
        toast(t('adminStock.added', { count: added }), 'good')
      } finally {
        void stockChange.reload()
      }
    },
  }
}

/**
 * State of the add dialog. Saving first checks all lines at the server, and saves at once if all
 * are new. Otherwise the report appears, and a second press saves. Any change of text, product or
 * option starts over.
 */
function usePastedKeys(given: Target, shelf: readonly ShelfProduct[], onSaved: () => void) {
  const { t } = useTranslation('admin')
  const [target, setTarget] = useState(given)
  const [typedText, setText] = useState('')
  const [report, setReport] = useState<PastedLine[] | null>(null)
  const [busy, setBusy] = useState<'check' | 'save' | null>(null)
  const [error, setError] = useState<string | null>(null)
  const pastedKeys = useMemo(() => readPaste(typedText), [typedText])

  const startOver = () => {
    setReport(null)
    setError(null)
  }

  const shelfOptions = shelf.find(({ id }) => id === target.productId)?.options ?? []
  const hasSeveralOptions = shelfOptions.length > 1
  const shelfEntry = findShelfEntry(shelf, target)
  const { judge, save } = useStockCalls(
    hasSeveralOptions ? target : { ...target, variantId: '' },
    pastedKeys,
  )

  async function checkOrSave(kind: 'check' | 'save'): Promise<void> {
    setError(null)
    if (!shelfEntry || pastedKeys.keys.length === 0)
      return setError(t('adminStock.errorRequiredFields'))

    setBusy(kind)

    try {
      const reportLines = report ?? (await judge())
      setReport(reportLines)
      const wasJudged = report !== null

      if (
        kind === 'save' &&
        (wasJudged || reportLines.every(({ result }) => result === 'accepted'))
      ) {
        await save()
        onSaved()
      }
    } catch (failure) {
      console.error('stock', failure)
      if (!(failure instanceof SavedInPart))
        return setError(failureText(t('adminStock.errorAdd'), failure))

      // After a partial save the report is outdated: the next check shows the saved keys as known.
      setReport(null)
      setError(failureText(t('adminStock.addedInPart', { count: failure.added }), failure.cause))
    } finally {
      setBusy(null)
    }
  }

  return {
    target,
    /** Options to choose from; empty when the product has only one. */
    options: hasSeveralOptions ? shelfOptions : [],
    isChosen: shelfEntry !== undefined,
    choose: (next: Target) => {
      setTarget(next)
      startOver()
    },
    text: typedText,
    setText: (next: string) => {
      setText(next)
      startOver()
    },
    paste: pastedKeys,
    report,
    busy,
    error,
    setError,
    run: checkOrSave,
  }
}

type Keys = ReturnType<typeof usePastedKeys>

/** Product of the keys, and option if there are several. */
function ProductChoice({ shelf, keys }: { shelf: readonly ShelfProduct[]; keys: Keys }) {
  const { t } = useTranslation('admin')
  const { target, options, choose } = keys
  const optionLabel = (name: string, available: number) =>
    t('adminStock.productOption', { name, available: number(available) })

  return (
    <>
      <ChoiceField
        label={t('adminStock.product')}
        required
        value={target.productId}
        onChange={(event) => choose({ productId: event.target.value, variantId: '' })}
      >
        <option value="">{t('adminStock.chooseProduct')}</option>

        {shelf.map(({ id, name, available }) => (
          <option key={id} value={id}>
            {optionLabel(name, available)}
          </option>
        ))}
      </ChoiceField>

      {options.length > 0 && (
        <ChoiceField
          label={t('adminStock.option')}
          required
          value={target.variantId}
          onChange={(event) => choose({ ...target, variantId: event.target.value })}
        >
          <option value="">{t('adminStock.chooseOption')}</option>

          {options.map(({ id, variantName, available }) => (
            <option key={id} value={id}>
              {optionLabel(variantName, available)}
            </option>
          ))}
        </ChoiceField>
      )}
    </>
  )
}

/** Check and save; the button shows the number of accepted keys once known. */
function DialogFooter({ keys, onClose }: { keys: Keys; onClose(): void }) {
  const { t } = useTranslation('admin')
  const acceptedCount = keys.report?.filter(({ result }) => result === 'accepted').length
  const isIncomplete = !keys.isChosen || keys.text === ''

  return (
    <div className="flex flex-wrap justify-end gap-2">
      <Button onClick={onClose}>{t('kit.cancel')}</Button>

      <Button
        busy={keys.busy === 'check'}
        disabled={isIncomplete || keys.busy !== null}
        onClick={() => void keys.run('check')}
      >
        {t('adminStock.check')}
      </Button>

      <Button
        look="primary"
        busy={keys.busy === 'save'}
        disabled={isIncomplete || keys.busy !== null || acceptedCount === 0}
        onClick={() => void keys.run('save')}
      >
        {acceptedCount === undefined
          ? t('adminStock.addAct')
          : t('adminStock.addCount', { count: acceptedCount })}
      </Button>
    </div>
  )
}

/** Product and option of the URL, if they exist. */
function existingTarget(shelf: readonly ShelfProduct[], { productId, variantId }: Target): Target {
  const shelfProduct = shelf.find(({ id }) => id === productId)
  const shelfOption = shelfProduct?.options.find(({ id }) => id === variantId)

  return { productId: shelfProduct?.id ?? '', variantId: shelfOption?.id ?? '' }
}

/** Adds keys to a product, pasted or from a file, one per line (B053, B171 to B173). */
export function AddKeys({
  shelf,
  given,
  onClose,
}: {
  shelf: readonly ShelfProduct[]
  given: Target
  onClose(): void
}) {
  const { t } = useTranslation('admin')
  const pastedInput = usePastedKeys(existingTarget(shelf, given), shelf, onClose)
  const { paste: pastedKeys, report } = pastedInput
  const isUnsaved = pastedInput.text.trim() !== ''
  const closeOrAsk = useAskToClose(() => isUnsaved, onClose)

  return (
    <Modal
      wide
      // Focus starts in the first empty field, past a preset product.
      startsIn="empty"
      title={t('adminStock.add')}
      onClose={closeOrAsk}
      unsaved={false}
      footer={<DialogFooter keys={pastedInput} onClose={closeOrAsk} />}
    >
      <div className="grid gap-4">
        <ProductChoice shelf={shelf} keys={pastedInput} />

        <TextAreaField
          mono
          label={t('adminStock.lines')}
          required
          rows={9}
          spellCheck={false}
          autoComplete="off"
          value={pastedInput.text}
          onChange={(event) => pastedInput.setText(event.target.value)}
          hint={t('adminStock.linesHint', { count: pastedKeys.keys.length })}
        />

        <FromFile
          onKeys={(added) =>
            pastedInput.setText(
              pastedInput.text.trim() ? `${pastedInput.text.trimEnd()}\n${added}` : added,
            )
          }
        />

        {report && <LineReport lines={report} />}
        {pastedInput.error && <Notice tone="bad">{pastedInput.error}</Notice>}
      </div>
    </Modal>
  )
}
