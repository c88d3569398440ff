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
import { readPaste, reportOf, type Paste, type PastedLine } from './paste.ts'
import { stockViews } from './use-stock-acts.ts'

const fileBytesMax = 2 * stockPaste.lines * stockPaste.keyLength

/** What the server is asked: what each line of a paste is, and to save them. */
function useSend(productId: string, paste: Paste) {
  const { t } = useTranslation('admin')
  const change = useChange(...stockViews)
  const send = (dryRun: boolean) =>
    call(adminApi.stock.add, { body: { productId, licenses: paste.keys, dryRun } })
  return {
    judge: async (): Promise<PastedLine[]> => reportOf(paste, (await send(true)).lines),
    async save(): Promise<void> {
      const { added } = await send(false)
      toast(t('adminStock.added', { count: added }), 'good')
      void change.reload()
    },
  }
}

/**
 * The paste of the add dialog. Nothing is saved before its lines were judged: the first press asks
 * the server what each line is, saves at once when all are new, and otherwise shows the report and
 * waits for a second press. Any change of the text or product begins anew.
 */
function usePaste(given: string, onSaved: () => void) {
  const { t } = useTranslation('admin')
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
  const { judge, save } = useSend(productId, paste)
  async function run(kind: 'check' | 'save'): Promise<void> {
    setError(null)
    if (!productId || paste.keys.length === 0) return setError(t('adminStock.errorRequiredFields'))
    if (paste.keys.length > stockPaste.lines)
      return setError(
        t('adminStock.tooMany', { max: number(stockPaste.lines), count: paste.keys.length }),
      )
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

type Keys = ReturnType<typeof usePaste>

function ProductChoice({ products, keys }: { products: readonly StockProduct[]; keys: Keys }) {
  const { t } = useTranslation('admin')
  return (
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
  )
}

/** A file of keys, which comes below what was typed already. */
function FromFile({ keys }: { keys: Keys }) {
  const { t } = useTranslation('admin')
  const file = useRef<HTMLInputElement>(null)
  async function read(chosen: File | undefined): Promise<void> {
    if (!chosen) return
    if (chosen.size > fileBytesMax) return keys.setError(t('adminStock.fileTooBig'))
    const added = (await chosen.text()).replace(/^\uFEFF/, '')
    keys.setText(keys.text.trim() ? `${keys.text.trimEnd()}\n${added}` : added)
  }
  return (
    <>
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
    </>
  )
}

/** Check, and save: the count that is saved stands on the button as soon as it is known. */
function Footer({ keys, onClose }: { keys: Keys; onClose(): void }) {
  const { t } = useTranslation('admin')
  const accepted = keys.report?.filter(({ result }) => result === 'accepted').length
  const missing = !keys.productId || keys.text === ''
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
  return (
    <Modal
      wide
      title={t('adminStock.add')}
      onClose={onClose}
      footer={<Footer keys={keys} onClose={onClose} />}
    >
      <div id={id} className="grid gap-4">
        <ProductChoice products={products} keys={keys} />
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
        <FromFile keys={keys} />
        {report ? <LineReport lines={report} /> : null}
        {keys.error ? <Notice tone="bad">{keys.error}</Notice> : null}
      </div>
    </Modal>
  )
}
