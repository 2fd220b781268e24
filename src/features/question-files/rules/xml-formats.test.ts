import { describe, expect, test } from 'vitest'
import { parseXml, XmlError } from '#kernel/format/xml.ts'
import type { FoundQuestion } from './found.ts'
import { readMoodleXml } from './moodle-xml.ts'
import { itemFilesOf, readItem } from './qti.ts'

const brief = ({ question, refused, notes, title }: FoundQuestion) =>
  question
    ? [
        question.type,
        question.text,
        ...question.answers.map((a) => `${a.is_correct ? '*' : ''}${a.text}`),
        ...(question.explanation ? [question.explanation] : []),
        ...notes,
      ]
    : [title, refused]

const ONLY = 'are not taken. Only single choice, multiple choice and true or false are.'
const PARTIAL = 'Partial points were not taken: an answer is either correct or not.'

const answer = (fraction: string, text: string, feedback = '') =>
  `<answer fraction="${fraction}" format="html"><text>${text}</text><feedback format="html"><text>${feedback}</text></feedback></answer>`
const question = (type: string, inner: string, text = '<![CDATA[<p>Safe?</p>]]>') =>
  `<question type="${type}"><name><text>Q &amp; A</text></name><questiontext format="html"><text>${text}</text></questiontext>${inner}</question>`
const quiz = (...questions: string[]) =>
  readMoodleXml(parseXml(`<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n${questions.join('\n')}\n</quiz>`))
const moodle = (...given: Parameters<typeof question>) => quiz(question(...given)).map(brief)[0]

const YES_NO = answer('100', 'Yes') + answer('0', 'No')

describe('Moodle XML (QPL-015, QPL-016)', () => {
  test.each<[string, Parameters<typeof question>, unknown[]]>([
    ['one correct answer', ['multichoice', `<single>true</single>${YES_NO}`], ['single', '<p>Safe?</p>', '*Yes', 'No']],
    ['without saying single', ['multichoice', YES_NO], ['single', '<p>Safe?</p>', '*Yes', 'No']],
    [
      'several correct answers',
      ['multichoice', `<single>false</single>${answer('50', 'a')}${answer('50', 'b')}${answer('-100', 'c')}`],
      ['multiple', '<p>Safe?</p>', '*a', '*b', 'c'],
    ],
    [
      'partial points',
      ['multichoice', `<single>true</single>${answer('100', 'a')}${answer('33.33333', 'b')}`],
      ['single', '<p>Safe?</p>', '*a', 'b', PARTIAL],
    ],
    [
      'true or false',
      ['truefalse', answer('0', 'true') + answer('100', 'false')],
      ['boolean', '<p>Safe?</p>', 'True', '*False'],
    ],
    [
      'escaped HTML',
      ['multichoice', YES_NO, '&lt;p&gt;a &amp;amp; b&lt;/p&gt;'],
      ['single', '<p>a &amp; b</p>', '*Yes', 'No'],
    ],
    [
      'answers as HTML',
      ['multichoice', answer('100', '<![CDATA[<p>1 &lt; 2</p>]]>') + answer('0', '<![CDATA[<p><b>No</b></p>]]>')],
      ['single', '<p>Safe?</p>', '*1 < 2', 'No', 'Answers are plain text here, so their formatting was removed.'],
    ],
    [
      'explanation, feedback and hints',
      [
        'multichoice',
        `<generalfeedback format="html"><text>Why</text></generalfeedback>${answer('100', 'Yes', 'Good')}${answer('0', 'No')}<hint><text>Look</text></hint><correctfeedback><text>Your answer is correct.</text></correctfeedback>`,
      ],
      [
        'single',
        '<p>Safe?</p>',
        '*Yes',
        'No',
        'Why<ul><li><strong>Yes:</strong> Good</li></ul>',
        'Its hints were left out.',
        'The feedback on single answers is part of the explanation.',
      ],
    ],
    ['cloze', ['cloze', ''], ['Q & A', `Cloze questions ${ONLY}`]],
    ['pairs', ['matching', ''], ['Q & A', `Matching questions ${ONLY}`]],
    ['a plugin of somebody', ['coderunner', ''], ['Q & A', `Questions of the type “coderunner” ${ONLY}`]],
    [
      'a picture inside of the file',
      ['multichoice', YES_NO, '<![CDATA[<img src="@@PLUGINFILE@@/a.png">]]>'],
      ['Q & A', 'It shows the picture “a.png”, which is not in the file. Add the question by hand.'],
    ],
    [
      'a link to a file of the file',
      ['multichoice', YES_NO, '<![CDATA[<a href="@@PLUGINFILE@@/hello%20you.mp3">Listen</a>]]>'],
      ['Q & A', 'It links to the file “hello you.mp3”, which is not taken from files.'],
    ],
    [
      'a picture of an old file',
      ['multichoice', `<image>a.gif</image>${YES_NO}`],
      ['Q & A', 'It shows the picture “a.gif”, which is not in the file. Add the question by hand.'],
    ],
    [
      'a video',
      ['multichoice', YES_NO, '<![CDATA[<video src="x"></video>]]>'],
      ['Q & A', 'It holds a video, which is not taken from files.'],
    ],
    [
      'no answer with all points',
      ['multichoice', answer('50', 'a') + answer('50', 'b')],
      ['Q & A', 'No answer is marked as correct.'],
    ],
  ])('%s', (_, given, expected) => {
    expect(moodle(...given)).toEqual(expected)
  })

  test('categories hold until the next one, and every question knows its line (QPL-015)', () => {
    const category = (name: string) => `<question type="category"><category><text>${name}</text></category></question>`
    const questions = quiz(
      question('essay', ''),
      category('$course$/top/Ladders'),
      question('truefalse', answer('100', 'true') + answer('0', 'false')),
    )
    expect(questions.map((one) => [one.place, one.category])).toEqual([
      ['Line 3', null],
      ['Line 5', 'Ladders'],
    ])
  })
})

type Item = {
  cardinality?: string
  correct?: string[]
  mapping?: string
  max?: string
  choices?: string[]
  before?: string
  more?: string
}
const choice = (id: string, text = id) => `<simpleChoice identifier="${id}">${text}</simpleChoice>`
/** An item in the form of the examples of the QTI implementation guide. */
const item = ({
  cardinality = 'single',
  correct = ['A'],
  mapping = '',
  max = '1',
  choices = [choice('A'), choice('B')],
  before = '<p>Look at the sign.</p>',
  more = '',
}: Item = {}) => `<?xml version="1.0" encoding="UTF-8"?>
<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="sign" title="The sign" adaptive="false" timeDependent="false">
  <responseDeclaration identifier="RESPONSE" cardinality="${cardinality}" baseType="identifier">
    ${correct.length > 0 ? `<correctResponse>${correct.map((id) => `<value>${id}</value>`).join('')}</correctResponse>` : ''}${mapping}
  </responseDeclaration>
  <outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float"/>
  <itemBody>${before}<choiceInteraction responseIdentifier="RESPONSE" shuffle="true" maxChoices="${max}"><prompt>What does it say?</prompt>${choices.join('')}</choiceInteraction></itemBody>
  <responseProcessing template="http://www.imsglobal.org/question/qti_v2p1/rptemplates/match_correct"/>${more}
</assessmentItem>`
const read = (text: string) => brief(readItem(parseXml(text), 'sign.xml', null))
const TEXT = '<p>Look at the sign.</p>What does it say?'
const entry = (id: string, points: number) => `<mapEntry mapKey="${id}" mappedValue="${points}"/>`

describe('QTI 2.1 (QPL-015, QPL-016)', () => {
  test.each<[string, Item, unknown[]]>([
    ['one choice', {}, ['single', TEXT, '*A', 'B']],
    [
      'several choices with points',
      {
        cardinality: 'multiple',
        correct: ['A', 'C'],
        max: '0',
        mapping: `<mapping lowerBound="0">${entry('A', 1)}${entry('C', 1)}${entry('B', -2)}</mapping>`,
        choices: ['A', 'B', 'C'].map((id) => choice(id)),
      },
      ['multiple', TEXT, '*A', 'B', '*C', PARTIAL],
    ],
    [
      'points alone',
      {
        cardinality: 'multiple',
        correct: [],
        max: '2',
        mapping: `<mapping>${entry('A', 1)}${entry('B', 0)}</mapping>`,
      },
      ['multiple', TEXT, '*A', 'B', PARTIAL],
    ],
    [
      'points of one choice',
      { correct: [], mapping: `<mapping>${entry('A', 2)}${entry('B', 1)}</mapping>` },
      ['single', TEXT, '*A', 'B', PARTIAL],
    ],
    ['a multiple one of which one may be chosen', { cardinality: 'multiple' }, ['single', TEXT, '*A', 'B']],
    ['true and false', { choices: [choice('A', 'True'), choice('B', 'False')] }, ['boolean', TEXT, '*True', 'False']],
    [
      'markup in a choice',
      { choices: [choice('A', '<p>1 &lt; 2<br/>ok</p>'), choice('B')] },
      ['single', TEXT, '*1 < 2 ok', 'B'],
    ],
    [
      'feedback',
      {
        choices: [
          choice('A', 'A<feedbackInline outcomeIdentifier="F" identifier="A" showHide="show">Right</feedbackInline>'),
          choice('B'),
        ],
        more: '<modalFeedback outcomeIdentifier="F" identifier="X" showHide="show"><p>Why</p></modalFeedback>',
      },
      [
        'single',
        TEXT,
        '*A',
        'B',
        '<p>Why</p><ul><li><strong>A:</strong> Right</li></ul>',
        'The feedback on single answers is part of the explanation.',
      ],
    ],
    [
      'a picture of the package',
      { before: '<p><img src="images/sign.png" alt="Sign"/></p>' },
      [
        'single',
        '<p><img src="/api/v1/pictures/00000000-0000-4000-8000-000000000001" alt="Sign" /></p>What does it say?',
        '*A',
        'B',
      ],
    ],
    [
      'a picture as an object',
      { before: '<object type="image/png" data="sign.png">A sign</object>' },
      [
        'single',
        '<img src="/api/v1/pictures/00000000-0000-4000-8000-000000000001" alt="A sign" />What does it say?',
        '*A',
        'B',
      ],
    ],
    [
      'a formula',
      { before: '<p><m:math xmlns:m="x"><m:mi>x</m:mi></m:math></p>' },
      ['The sign', 'It holds a formula, which is not taken from files.'],
    ],
    ['no correct answer', { correct: [] }, ['The sign', 'No answer is marked as correct.']],
    [
      'a correct answer that is not there',
      { correct: ['Z'] },
      ['The sign', 'It names the correct answer “Z”, which it does not offer.'],
    ],
    ['an order', { cardinality: 'ordered' }, ['The sign', 'It asks for an order of its answers.']],
    [
      'two at once',
      { before: '<choiceInteraction responseIdentifier="R2"/>' },
      ['The sign', 'It asks several things at once. Only items with one choice are taken.'],
    ],
    [
      'computed texts',
      { before: '<p>Room <printedVariable identifier="N"/></p>' },
      ['The sign', 'Its text is computed for each attempt, which a pool cannot do.'],
    ],
    [
      'an essay',
      { before: '<extendedTextInteraction responseIdentifier="R2"/>' },
      ['The sign', `Essay questions ${ONLY}`],
    ],
    [
      'a gap',
      { before: '<p>A <textEntryInteraction responseIdentifier="R2"/></p>' },
      ['The sign', `Fill-in questions ${ONLY}`],
    ],
  ])('%s', (_, given, expected) => {
    expect(read(item(given))).toEqual(expected)
  })

  test('a manifest names its items in order, and nothing else (QPL-015)', () => {
    const manifest = `<manifest xmlns="http://www.imsglobal.org/xsd/imscp_v1p1"><resources>
      <resource type="imsqti_test_xmlv2p1" href="test.xml"/>
      <resource type="imsqti_item_xmlv2p1" href="b.xml"><file href="b.xml"/></resource>
      <resource type="imsqti_item_xmlv2p1" href="a.xml"/><resource type="webcontent" href="x.css"/></resources></manifest>`
    expect(itemFilesOf(parseXml(manifest))).toEqual(['b.xml', 'a.xml'])
  })
})

describe('hostile XML is refused (QPL-017)', () => {
  test.each([
    ['entities of its own', '<!DOCTYPE q [<!ENTITY a "aaaa">]><quiz>&a;</quiz>', 'document_type'],
    ['an outside document type', '<!DOCTYPE quiz SYSTEM "file:///etc/passwd"><quiz/>', 'document_type'],
    ['tags ten megabytes deep', '<a>'.repeat(3_400_000), 'too_deep'],
    ['a tag of megabytes', `<quiz ${'x'.repeat(3 << 20)}`, 'too_long'],
    ['half of a file', '<quiz><question type="truefalse"><name><text>a</text></name>', 'not_closed'],
    ['tags that cross', '<quiz><a><b></a></b></quiz>', 'not_closed'],
    ['an open CDATA', '<quiz><![CDATA[abc', 'not_closed'],
    ['no XML', 'hello', 'no_element'],
  ])('%s', (_, text, fault) => {
    const thrown = (() => {
      try {
        return parseXml(text)
      } catch (error) {
        return error
      }
    })()
    expect(thrown).toBeInstanceOf(XmlError)
    expect((thrown as XmlError).fault).toBe(fault)
  })
})
