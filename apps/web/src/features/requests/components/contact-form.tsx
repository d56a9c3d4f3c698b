import { limits } from "@blueprint/contract/limits";
import { contactTopics } from "@blueprint/contract/requests";
import { useState } from "react";
import { Select } from "../../../ui/select.tsx";
import { TextArea } from "../../../ui/text-area.tsx";
import { topicLabels } from "../request-words.ts";
import { RequestForm } from "./request-form.tsx";

type Topic = (typeof contactTopics)[number];

/** A message to whoever runs the installation. */
export function ContactForm() {
  const [topic, setTopic] = useState<Topic>("question");
  const [message, setMessage] = useState("");
  return (
    <RequestForm
      toRequest={(sender) => ({ kind: "contact", ...sender, payload: { topic, message } })}
      submitLabel="Send message"
      sentTitle="Your message is in"
      sentText="An operator of this installation reads it."
      onAgain={() => setMessage("")}
    >
      {(errorOf) => (
        <>
          <Select
            label="Topic"
            name="topic"
            options={contactTopics.map((value) => ({ value, label: topicLabels[value] }))}
            value={topic}
            onChange={(event) => setTopic(event.target.value as Topic)}
          />
          <TextArea
            label="Message"
            name="message"
            required
            rows={6}
            hint="What you did, what happened, what you expected. No passwords, please."
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
