// Records time and processor seconds of each test file, including PostgreSQL, the browser and the
// shops that it started. Files run one by one meanwhile.
import { appendFileSync } from 'node:fs'
import { relative } from 'node:path'

import { root } from '../setup.mjs'
import { treeSeconds } from './processor.mjs'

export default class TimesReporter {
  onTestRunStart() {
    this.mark()
  }

  onTestModuleEnd(module) {
    const { at, processor } = this.last
    this.mark()

    const row = [
      relative(root, module.moduleId),
      ((this.last.at - at) / 1000).toFixed(1),
      Math.max(0, this.last.processor - processor).toFixed(1),
    ]

    appendFileSync(process.env.CHAVEIRO_TIMES, `${row.join('\t')}\n`)
  }

  mark() {
    this.last = { at: performance.now(), processor: treeSeconds() }
  }
}
