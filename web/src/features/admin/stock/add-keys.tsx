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
import { judgeKeys, SavedInPart, saveKeys } from './send-keys.ts'
import { entryOf, type ShelfProduct } from './shelf.ts'
import { stockViews } from './use-stock-acts.ts'

/** A product, and which option of it where it has several. */
type Target = { productId: string; variantId: string }

/** What the server is asked: what each line of a paste is, and to save them. */
function useSend({ productId, variantId }: Target, paste: Paste) {
  const { t } = useTranslation('admin')
  const change = useChange(...stockViews)
  const where = { productId, ...(variantId ? { variantId } : {}) }

  return {
    judge: () => judgeKeys(where, paste),
    async save(): Promise<void> {
      try {
        const { added } = await saveKeys(where, paste)
        toast(t('adminStock.added', { count: added }), 'good')
      } finally {
        void change.reload()
      }
    },
  }
}

/**
 * The paste of the add dialog. Nothing is saved before its lines were judged: the first press asks
 * the server what each line is, saves at once when all are new, and otherwise shows the report and
 * waits for a second press. Any change of the text, product or option begins anew.
 */
function usePaste(given: Target, shelf: readonly ShelfProduct[], onSaved: () => void) {
  const { t } = useTranslation('admin')
  const [target, setTarget] = useState(given)
  const [text, setText] = useState('')
  const [report, setReport] = useState<PastedLine[] | null>(null)
  const [busy, setBusy] = useState<'check' | 'save' | null>(null)
  const [error, setError] = useState<string | null>(null)
  const paste = useMemo(() => readPaste(text), [text])

  const anew = () => {
    setReport(null)
    setError(null)
  }

  const options = shelf.find(({ id }) => id === target.productId)?.options ?? []
  const several = options.length > 1
  const entry = entryOf(shelf, target)
  const { judge, save } = useSend(several ? target : { ...target, variantId: '' }, paste)

  async function run(kind: 'check' | 'save'): Promise<void> {
    setError(null)
    if (!entry || paste.keys.length === 0) return setError(t('adminStock.errorRequiredFields'))

    setBusy(kind)

    try {
      const lines = report ?? (await judge())
      setReport(lines)
      const judged = report !== null

      if (kind === 'save' && (judged || lines.every(({ result }) => result === 'accepted'))) {
        await save()
        onSaved()
      }
    } catch (failure) {
      console.error('stock', failure)
      const isPart = failure instanceof SavedInPart
      // What is saved already is known when the lines are looked at again.
      if (isPart) setReport(null)
      const text = isPart
        ? t('adminStock.addedInPart', { count: failure.added })
        : t('adminStock.errorAdd')
      setError(failureText(text, isPart ? failure.cause : failure))
    } finally {
      setBusy(null)
    }
  }

  return {
    target,
    /** The options to choose from; none where the product alone says which is meant. */
    options: several ? options : [],
    isChosen: entry !== undefined,
    choose: (next: Target) => {
      setTarget(next)
      anew()
    },
    text,
    setText: (next: string) => {
      setText(next)
      anew()
    },
    paste,
    report,
    busy,
    error,
    setError,
    run,
  }
}

type Keys = ReturnType<typeof usePaste>

/** Which product the keys are for, and of several options which. */
function ProductChoice({ shelf, keys }: { shelf: readonly ShelfProduct[]; keys: Keys }) {
  const { t } = useTranslation('admin')
  const { target, options, choose } = keys
  const told = (name: string, available: number) =>
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
            {told(name, available)}
          </option>
        ))}
      </ChoiceField>

      {options.length ? (
        <ChoiceField
          label={t('adminStock.option')}
          required
          value={target.variantId}
          onChange={(event) => choose({ ...target, variantId: event.target.value })}
        >
          <option value="">{t('adminStock.chooseOption')}</option>

          {options.map(({ id, variantName, available }) => (
            <option key={id} value={id}>
              {told(variantName, available)}
            </option>
          ))}
        </ChoiceField>
      ) : null}
    </>
  )
}

/** Check, and save: the count that is saved stands on the button as soon as it is known. */
function Footer({ keys, onClose }: { keys: Keys; onClose(): void }) {
  const { t } = useTranslation('admin')
  const accepted = keys.report?.filter(({ result }) => result === 'accepted').length
  const missing = !keys.isChosen || keys.text === ''

  return (
    <div className="flex flex-wrap justify-end gap-2">
      <Button onClick={onClose}>{t('kit.cancel')}</Button>

      <Button
        busy={keys.busy === 'check'}
        disabled={missing || keys.busy !== null}
        onClick={() => void keys.run('check')}
      >
        {t('adminStock.check')}
      </Button>

      <Button
        look="primary"
        busy={keys.busy === 'save'}
        disabled={missing || keys.busy !== null || accepted === 0}
        onClick={() => void keys.run('save')}
      >
        {accepted === undefined
          ? t('adminStock.addAct')
          : t('adminStock.addCount', { count: accepted })}
      </Button>
    </div>
  )
}

/** Of what an address asks for, what there is. */
function knownOf(shelf: readonly ShelfProduct[], { productId, variantId }: Target): Target {
  const product = shelf.find(({ id }) => id === productId)
  const option = product?.options.find(({ id }) => id === variantId)

  return { productId: product?.id ?? '', variantId: option?.id ?? '' }
}

/** Adds keys to a product: pasted or from a file, one a line (B053, B171 to B173). */
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
  const keys = usePaste(knownOf(shelf, given), shelf, onClose)
  const { paste, report } = keys
  const isUnsaved = keys.text.trim() !== ''
  const close = useAskToClose(() => isUnsaved, onClose)

  return (
    <Modal
      wide
      // What is chosen already needs nobody.
      startsIn="empty"
      title={t('adminStock.add')}
      onClose={close}
      unsaved={false}
      footer={<Footer keys={keys} onClose={close} />}
    >
      <div className="grid gap-4">
        <ProductChoice shelf={shelf} keys={keys} />

        <TextAreaField
          mono
          label={t('adminStock.lines')}
          required
          rows={9}
          spellCheck={false}
          autoComplete="off"
          value={keys.text}
          onChange={(event) => keys.setText(event.target.value)}
          hint={t('adminStock.linesHint', { count: paste.keys.length })}
        />

        <FromFile
          onKeys={(added) =>
            keys.setText(keys.text.trim() ? `${keys.text.trimEnd()}\n${added}` : added)
          }
        />

        {report && <LineReport lines={report} />}
        {keys.error && <Notice tone="bad">{keys.error}</Notice>}
      </div>
    </Modal>
  )
}
