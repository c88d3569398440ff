// A line has at most 120 columns, so that nobody scrolls. Lists of CSS classes and tests, whose
// titles are sentences, may have 160 without the ids of a title. SVG paths and texts that a test
// expects have no limit.
import { read, report, sources } from './sources.mjs'

const isTest = (path) => /\.(?:test|suite|screen|e2e)\.tsx?$/.test(path)
const ids = /[[(](?:decision )?[A-Z]\d+(?:, [A-Z]\d+)*[\])] ?/g

/** An SVG path: single letters and numbers, alone in quotes. */
const isDrawing = (line) => /^\s*'[a-z\d\s.,-]+'[,)]*$/i.test(line) && !/[a-z]{2}/i.test(line)
const isExpected = (line) => /^\s*(?:'[^']*'|"[^"]*"),?$/.test(line)

function fits(path, line) {
  if (line.length <= 120 || isDrawing(line)) return true
  if (isTest(path)) return line.replace(ids, '').length <= 160 || isExpected(line)

  return line.length <= 160 && /\bclassName=/.test(line)
}

const breaches = sources(['.'], ['.ts', '.tsx', '.mts', '.mjs', '.js']).flatMap((path) =>
  read(path)
    .split('\n')
    .map((line, index) => (fits(path, line) ? '' : `${path}:${index + 1} ${line.length} columns`))
    .filter(Boolean),
)

report('lines', breaches)
