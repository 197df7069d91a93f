/*
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.trident.layout.format;

import java.util.List;
import java.util.Map;

/**
 * Whether dates and times of files are those that Spark reads. Before version 3 Spark wrote old
 * ones in the Julian calendar, and marks such files by their metadata, in Parquet as in Avro; when
 * it reads them they become others than they are stored.
 *
 * @param isLegacy whether the files may have such dates
 */
public record SparkCalendar(boolean isLegacy) {
  /** The first day of the Gregorian calendar, 1582-10-15. */
  private static final int FIRST_DAY = -141_427;

  /** 1900-01-01, from which on time zones are the same in both calendars; in microseconds. */
  private static final long FIRST_TIME = -2_208_988_800_000_000L;

  private static final String VERSION = "org.apache.spark.version";
  private static final List<String> LEGACY =
      List.of("org.apache.spark.legacyDateTime", "org.apache.spark.legacyINT96");
  private static final List<String> LEGACY_VERSIONS = List.of("1.", "2.", "3.0.");

  /** Returns the calendar of files with such metadata. */
  public static SparkCalendar of(Map<String, String> metadata) {
    String version = metadata.getOrDefault(VERSION, "");
    return new SparkCalendar(
        LEGACY.stream().anyMatch(metadata::containsKey)
            || LEGACY_VERSIONS.stream().anyMatch(version::startsWith));
  }

  /**
   * Checks a date that is a key.
   *
   * @param column its column, for the message
   * @param days since 1970-01-01
   * @throws InvalidRecordException if Spark may read another one
   */
  public void checkDate(String column, int days) throws InvalidRecordException {
    check(column, days < FIRST_DAY);
  }

  /**
   * Checks a timestamp that is a key.
   *
   * @param column its column, for the message
   * @param microseconds since 1970-01-01
   * @throws InvalidRecordException if Spark may read another one
   */
  public void checkTime(String column, long microseconds) throws InvalidRecordException {
    check(column, microseconds < FIRST_TIME);
  }

  private void check(String column, boolean isOld) throws InvalidRecordException {
    if (isLegacy && isOld) {
      throw new InvalidRecordException(
          ("column %s has a date of the Julian calendar, which Spark reads as another one; rewrite"
                  + " the files with Spark 3 or later.")
              .formatted(column));
    }
  }
}
