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
package io.trident.yarn.scheduler;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyPairGeneratorSpi;
import java.security.Provider;
import java.security.SecureRandom;
import java.security.Security;

/**
 * A provider of RSA keys that makes one pair and returns it always. Each resource manager that
 * starts makes itself a certificate authority, whose key takes a second of processor time where the
 * JVM compiles little, as in tests: more than all else of most of them.
 */
final class OneKeyPair extends Provider {
  private static final long serialVersionUID = 1L;
  private static final String RSA = "RSA";

  private OneKeyPair(KeyPair pair) {
    super("OneKeyPair", "1", "the same RSA key pair always");
    putService(
        new Service(this, "KeyPairGenerator", RSA, Generator.class.getName(), null, null) {
          @Override
          public Object newInstance(Object parameter) {
            return new Generator(pair);
          }
        });
  }

  /** Has all of this JVM get the same pair from now on. */
  static synchronized void install() {
    if (Security.getProvider("OneKeyPair") == null) {
      try {
        KeyPairGenerator generator = KeyPairGenerator.getInstance(RSA);
        generator.initialize(2048);
        Security.insertProviderAt(new OneKeyPair(generator.generateKeyPair()), 1);
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private static final class Generator extends KeyPairGeneratorSpi {
    private final KeyPair pair;

    Generator(KeyPair pair) {
      this.pair = pair;
    }

    @Override
    public void initialize(int keysize, SecureRandom random) {}

    @Override
    public KeyPair generateKeyPair() {
      return pair;
    }
  }
}
