import type { FileQuestion } from './found.ts'
import { escapeText, withoutControls } from './html.ts'
import { TEXT_CLASS, TOOL } from './qti.ts'
import { toQtiHtml } from './qti-html.ts'

const QTI = 'http://www.imsglobal.org/xsd/imsqti_v2p1'
const MATCH = 'http://www.imsglobal.org/question/qti_v2p1/rptemplates/match_correct'

const quoted = (text: string): string => escapeText(text).replaceAll('"', '&quot;')
/** XML readers turn a carriage return into a line feed unless it is written out. */
const xml = (text: string): string => withoutControls(text).replaceAll('\r', '&#13;')

const identifierOf = (type: FileQuestion['type'], at: number): string =>
  type === 'boolean' ? (at === 0 ? 'true' : 'false') : `choice${at + 1}`

const item = ({ type, text, answers, explanation }: FileQuestion, identifier: string, title: string): string => {
  const isMultiple = type === 'multiple'
  const correct = answers.flatMap(({ is_correct }, at) => (is_correct ? [identifierOf(type, at)] : []))
  const choices = answers.map(
    (answer, at) =>
      `      <simpleChoice identifier="${identifierOf(type, at)}">${escapeText(answer.text)}</simpleChoice>`,
  )
  const feedback =
    explanation === null
      ? []
      : [
          '  <modalFeedback outcomeIdentifier="FEEDBACK" identifier="none" showHide="hide">' +
            `${toQtiHtml(explanation)}</modalFeedback>`,
        ]
  return xml(
    [
      '<?xml version="1.0" encoding="UTF-8"?>',
      `<assessmentItem xmlns="${QTI}" identifier="${identifier}" title="${quoted(title)}" adaptive="false" timeDependent="false" toolName="${TOOL}">`,
      `  <responseDeclaration identifier="RESPONSE" cardinality="${isMultiple ? 'multiple' : 'single'}" baseType="identifier">`,
      '    <correctResponse>',
      ...correct.map((id) => `      <value>${id}</value>`),
      '    </correctResponse>',
      '  </responseDeclaration>',
      '  <outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float"/>',
      ...(feedback.length > 0
        ? ['  <outcomeDeclaration identifier="FEEDBACK" cardinality="single" baseType="identifier"/>']
        : []),
      '  <itemBody>',
      `    <div class="${TEXT_CLASS}">${toQtiHtml(text)}</div>`,
      `    <choiceInteraction responseIdentifier="RESPONSE" shuffle="false" maxChoices="${isMultiple ? 0 : 1}">`,
      ...choices,
      '    </choiceInteraction>',
      '  </itemBody>',
      `  <responseProcessing template="${MATCH}"/>`,
      ...feedback,
      '</assessmentItem>',
      '',
    ].join('\n'),
  )
}

export type PackageFile = { name: string; content: string }

/** `files` are the files of the package that its texts show. */
type WrittenQuestion = FileQuestion & { id: number; title: string; files?: readonly string[] }

/** The files of an IMS content package with an item for each question; those that its questions show are added to it. */
export const writeQti = (pool: { id: number; title: string }, questions: readonly WrittenQuestion[]): PackageFile[] => {
  const items = questions.map((question) => ({
    name: `items/question-${question.id}.xml`,
    content: item(question, `question-${question.id}`, question.title),
  }))
  const resources = questions.flatMap(({ id, files = [] }, at) => [
    `    <resource identifier="resource-${id}" type="imsqti_item_xmlv2p1" href="${items[at]?.name}">`,
    `      <file href="${items[at]?.name}"/>`,
    ...files.map((name) => `      <file href="${quoted(name)}"/>`),
    '    </resource>',
  ])
  const manifest = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<manifest xmlns="http://www.imsglobal.org/xsd/imscp_v1p1" identifier="pool-${pool.id}">`,
    '  <metadata>',
    '    <schema>QTIv2.1 Package</schema>',
    '    <schemaversion>1.0.0</schemaversion>',
    '  </metadata>',
    '  <organizations/>',
    '  <resources>',
    ...resources,
    '  </resources>',
    '</manifest>',
    '',
  ]
  return [{ name: 'imsmanifest.xml', content: manifest.join('\n') }, ...items]
}
