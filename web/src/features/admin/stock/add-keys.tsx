import { stockPaste } from '@chaveiro/contracts/limits'
import { FileUp } from 'lucide-react'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'
import { call } from '../../../api/call.ts'
import { number } from '../../../i18n/format.ts'
import { Notice } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.tsx'
import { ChoiceField, TextAreaField } from '../components/fields.tsx'
import { Modal } from '../components/modal.tsx'
import { reasonOf, useChange } from '../components/use-change.ts'
import type { StockProduct } from '../shared/rows.ts'
import { LineReport } from './line-report.tsx'
import { readPaste, reportOf, type PastedLine } from './paste.ts'
import { stockViews } from './use-stock-acts.ts'

const fileBytesMax = 2 * stockPaste.lines * stockPaste.keyLength

/**
 * The paste of the add dialog. Nothing is saved before its lines were judged: the first press asks the server what each line is, saves at
 * once when all are new, and otherwise shows the report and waits for a second press. Any change of the text or product begins anew.
 */
function usePaste(given: string, onSaved: () => void) {
  const { t } = useTranslation('admin')
  const change = useChange(...stockViews)
  const [productId, setProduct] = useState(given)
  const [text, setText] = useState('')
  const [report, setReport] = useState<PastedLine[] | null>(null)
  const [busy, setBusy] = useState<'check' | 'save' | null>(null)
  const [error, setError] = useState<string | null>(null)
  const paste = useMemo(() => readPaste(text), [text])
  const anew = () => {
    setReport(null)
    setError(null)
  }
  const send = (dryRun: boolean) =>
    call(adminApi.stock.add, { body: { productId, licenses: paste.keys, dryRun } })

  async function judge(): Promise<PastedLine[]> {
    const lines = reportOf(paste, (await send(true)).lines)
    setReport(lines)
    return lines
  }
  async function save(): Promise<void> {
    const { added } = await send(false)
    toast(t('adminStock.added', { count: added }), 'good')
    void change.reload()
    onSaved()
  }
  async function run(kind: 'check' | 'save'): Promise<void> {
    setError(null)
    if (!productId || paste.keys.length === 0) return setError(t('adminStock.errorRequiredFields'))
    if (paste.keys.length > stockPaste.lines)
      return setError(
        t('adminStock.tooMany', { max: number(stockPaste.lines), count: paste.keys.length }),
      )
    setBusy(kind)
    try {
      const judged = report !== null
      const lines = report ?? (await judge())
      if (kind === 'save' && (judged || lines.every(({ result }) => result === 'accepted')))
        await save()
    } catch (failure) {
      console.error('stock', failure)
      setError(reasonOf(t('adminStock.errorAdd'), failure))
    } finally {
      setBusy(null)
    }
  }
  return {
    productId,
    setProduct: (next: string) => {
      setProduct(next)
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

/** Adds keys to a product: pasted or from a file, one a line (B053, B171 to B173). */
export function AddKeys({
  products,
  productId,
  onClose,
}: {
  products: readonly StockProduct[]
  productId: string
  onClose(): void
}) {
  const { t } = useTranslation('admin')
  const file = useRef<HTMLInputElement>(null)
  const keys = usePaste(products.some(({ id }) => id === productId) ? productId : '', onClose)
  const id = useId()
  const { paste, report } = keys
  // The dialog gives the focus to its close button; work starts at the product.
  useEffect(() => {
    requestAnimationFrame(() =>
      document
        .getElementById(id)
        ?.querySelector<HTMLElement>(productId ? 'textarea' : 'select')
        ?.focus(),
    )
  }, [id, productId])
  const accepted = report?.filter(({ result }) => result === 'accepted').length
  const missing = !keys.productId || keys.text === ''
  async function read(chosen: File | undefined): Promise<void> {
    if (!chosen) return
    if (chosen.size > fileBytesMax) return keys.setError(t('adminStock.fileTooBig'))
    const added = (await chosen.text()).replace(/^\uFEFF/, '')
    keys.setText(keys.text.trim() ? `${keys.text.trimEnd()}\n${added}` : added)
  }
  return (
    <Modal
      wide
      title={t('adminStock.add')}
      onClose={onClose}
      footer={
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
      }
    >
      <div id={id} className="grid gap-4">
        <ChoiceField
          label={t('adminStock.product')}
          required
          value={keys.productId}
          onChange={(event) => keys.setProduct(event.target.value)}
        >
          <option value="">{t('adminStock.chooseProduct')}</option>
          {products.map(({ id, name, available }) => (
            <option key={id} value={id}>
              {t('adminStock.productOption', { name, available: number(available) })}
            </option>
          ))}
        </ChoiceField>
        <TextAreaField
          mono
          label={t('adminStock.lines')}
          required
          rows={9}
          spellCheck={false}
          autoComplete="off"
          value={keys.text}
          onChange={(event) => keys.setText(event.target.value)}
          hint={t('adminStock.linesHint', {
            count: paste.keys.length,
            max: number(stockPaste.lines),
          })}
        />
        <Button
          size="sm"
          className="justify-self-start"
          icon={<FileUp size={15} aria-hidden />}
          onClick={() => file.current?.click()}
        >
          {t('adminStock.fromFile')}
        </Button>
        <input
          ref={file}
          type="file"
          hidden
          accept=".txt,.csv,text/plain,text/csv"
          onChange={(event) => {
            void read(event.target.files?.[0])
            event.target.value = ''
          }}
        />
        {report ? <LineReport lines={report} /> : null}
        {keys.error ? <Notice tone="bad">{keys.error}</Notice> : null}
      </div>
    </Modal>
  )
}
