import { limits } from "@blueprint/contract/limits";
import { contactTopics } from "@blueprint/contract/requests";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { installationQuery } from "../../../lib/installation.ts";
import { readReferral } from "../../../lib/referral.ts";
import { Select } from "../../../ui/select.tsx";
import { TextArea } from "../../../ui/text-area.tsx";
import { topicLabels } from "../request-words.ts";
import { RequestForm } from "./request-form.tsx";

type Topic = (typeof contactTopics)[number];

/** A message to the installation's operators. */
export function ContactForm() {
  const [topic, setTopic] = useState<Topic>("question");
  const [message, setMessage] = useState("");
  const { data: installation } = useQuery(installationQuery);
  const topics = contactTopics.filter((value) => value !== "access" || installation?.takesAccessRequests !== false);
  const referralCode = readReferral();
  return (
    <RequestForm
      toRequest={(sender) => ({
        kind: "contact",
        ...sender,
        payload: { topic, message },
        ...(referralCode === undefined ? {} : { referralCode }),
      })}
      submitLabel="Send message"
      sentTitle="Your message is in"
      sentText="An operator of this installation will read it."
      onAgain={() => setMessage("")}
    >
      {(errorOf) => (
        <>
          <Select
            label="Topic"
            name="topic"
            options={topics.map((value) => ({ value, label: topicLabels[value] }))}
            value={topic}
            onChange={(event) => setTopic(event.target.value as Topic)}
          />
          <TextArea
            label="Message"
            name="message"
            required
            rows={6}
            hint={
              topic === "access"
                ? "Which venue, and what should people be able to do in it?"
                : "Tell us what you did, what happened and what you expected. Don’t include passwords."
            }
            maxLength={limits.messageCharactersMax}
            value={message}
            onChange={(event) => setMessage(event.target.value)}
            error={errorOf("message")}
          />
        </>
      )}
    </RequestForm>
  );
}
