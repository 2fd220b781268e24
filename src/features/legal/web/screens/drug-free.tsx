import { LinkButton } from '#ui/public/parts/button.tsx'
import { LegalPage, useContact } from '../components/legal-page.tsx'

/** The drug-free workplace program (ROU-029). */
export function DrugFreeScreen() {
  const { name, phone } = useContact()
  return (
    <LegalPage
      title="Drug-free workplace"
      lead="A program that companies can adopt: a written policy, training for everyone, and a way to help."
      parts={[
        {
          clauses: [
            {
              title: 'Why it matters',
              text: (
                <p>
                  Work with machines, at height or with hazardous materials does not forgive slow reactions. A drug-free
                  workplace protects the person who is impaired and everyone next to them.
                </p>
              ),
            },
            {
              title: 'The policy',
              text: (
                <ul>
                  <li>Making, handing out, keeping or using controlled substances at work is not allowed.</li>
                  <li>Nobody works while impaired by any substance.</li>
                  <li>Tell your supervisor, in confidence, about prescribed medicine that slows you down.</li>
                  <li>A conviction for a drug offense at work is reported within five days.</li>
                </ul>
              ),
            },
            {
              title: 'Training',
              text: (
                <p>
                  All employees learn the policy and its reasons; supervisors also learn how to see impairment, how to
                  act, and how to write down what they saw. {name} has courses for both.
                </p>
              ),
            },
            {
              title: 'Help',
              text: (
                <p>
                  Anyone who asks for help before something happens gets help first. The program names an assistance
                  service and the time that is given for treatment.
                </p>
              ),
            },
            {
              title: 'Take it over',
              text: (
                <>
                  {phone && <p>Call {phone} for the sample policy and the training records that an audit asks for.</p>}
                  <p>
                    <LinkButton href="/course">See the courses</LinkButton>
                  </p>
                </>
              ),
            },
          ],
        },
      ]}
    />
  )
}
