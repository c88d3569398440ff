// A line ends before a reader has to scroll: at 120 columns. Up to 160 are left to a list of
// classes, and to tests, whose titles are sentences; the ids of a title do not count.
// A drawing's path and a text that a test expects may be as long as they are.
import { read, report, sources } from './sources.mjs'

const isTest = (path) => /\.(?:test|suite|screen|e2e)\.tsx?$/.test(path)
const ids = /[[(](?:decision )?[A-Z]\d+(?:, [A-Z]\d+)*[\])] ?/g

/** Commands of one letter and numbers, alone in quotes. */
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
